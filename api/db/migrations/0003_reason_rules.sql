ALTER TABLE "mod_actions" ADD COLUMN "rules" text[] DEFAULT '{}'::text[] NOT NULL;--> statement-breakpoint
ALTER TABLE "platform_bans" ADD COLUMN "rules" text[] DEFAULT '{}'::text[] NOT NULL;
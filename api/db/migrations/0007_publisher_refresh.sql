ALTER TABLE "clans" ALTER COLUMN "created_at" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "players" ALTER COLUMN "game_karma" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "players" ALTER COLUMN "game_karma" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "clans" ADD COLUMN "refreshed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "players" ADD COLUMN "refreshed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "players" ADD COLUMN "account_deleted_at" timestamp (3) with time zone;
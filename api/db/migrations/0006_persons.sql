CREATE TABLE "person_erasures" (
	"fingerprint" text PRIMARY KEY NOT NULL,
	"erasure_id" uuid NOT NULL,
	"erased_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "role_changes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"account_id" bigint,
	"role" text NOT NULL,
	"granted" boolean NOT NULL,
	"changed_by" text NOT NULL,
	"changed_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "replays" ALTER COLUMN "sha256" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "mod_actions" ALTER COLUMN "mod_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "platform_bans" ALTER COLUMN "mod_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "role_changes" ADD CONSTRAINT "role_changes_account_id_players_id_fk" FOREIGN KEY ("account_id") REFERENCES "players"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "person_erasures_erasure" ON "person_erasures" USING btree ("erasure_id");--> statement-breakpoint
CREATE INDEX "role_changes_changed" ON "role_changes" USING btree ("changed_at");
ALTER TABLE "replays" ADD COLUMN "arena_id" text;--> statement-breakpoint
ALTER TABLE "replays" ADD COLUMN "tracks" "bytea";
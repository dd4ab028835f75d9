CREATE TABLE "ships" (
	"id" bigint PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"votes" smallint DEFAULT 1 NOT NULL,
	"from_publisher" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
ALTER TABLE "replays" ADD COLUMN "timeline_sha256" text;--> statement-breakpoint
ALTER TABLE "replays" ADD COLUMN "decoder_version" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "replays" ADD COLUMN "facts" jsonb;--> statement-breakpoint
ALTER TABLE "replays" ADD COLUMN "map" text;--> statement-breakpoint
ALTER TABLE "replays" ADD COLUMN "played_at" text;--> statement-breakpoint
ALTER TABLE "replays" ADD COLUMN "author_ship" bigint;--> statement-breakpoint
ALTER TABLE "replays" ADD COLUMN "player_ship" bigint;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "replays_timeline_sha256" ON "replays" USING btree ("timeline_sha256") WHERE "replays"."timeline_sha256" is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "replays_by_decoder" ON "replays" USING btree ("decoder_version","created_at") WHERE "replays"."sha256" is not null and "replays"."run_after" is null;
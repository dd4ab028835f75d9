ALTER TABLE "replays" ADD COLUMN "thumbnail_version" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "replays" ADD COLUMN "thumbnail_shown" jsonb;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "replays_by_thumbnail" ON "replays" USING btree ("thumbnail_version","created_at") WHERE "replays"."thumbnail_sha256" is not null and "replays"."timeline_sha256" is not null;
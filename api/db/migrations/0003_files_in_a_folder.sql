-- Files move to a folder: api/files/move-from-database.ts empties replay_files and minimap_files at start, and drops them.
ALTER TABLE "replays" ADD COLUMN "minimap_sha256" text;--> statement-breakpoint
CREATE INDEX "replays_sha256" ON "replays" USING btree ("sha256");--> statement-breakpoint
CREATE INDEX "replays_minimap_sha256" ON "replays" USING btree ("minimap_sha256") WHERE "replays"."minimap_sha256" is not null;
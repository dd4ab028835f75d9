-- One extension for all regions. Its operator classes are named with its schema, which is in no region's search path.
CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "clans_tag_part" ON "clans" USING gin (lower("tag") public.gin_trgm_ops);--> statement-breakpoint
CREATE INDEX CONCURRENTLY "clans_name_part" ON "clans" USING gin (lower("name") public.gin_trgm_ops);--> statement-breakpoint
CREATE INDEX CONCURRENTLY "clans_listed" ON "clans" USING btree ("tag","id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "players_username_part" ON "players" USING gin (lower("username") public.gin_trgm_ops);--> statement-breakpoint
CREATE INDEX CONCURRENTLY "players_shortest" ON "players" USING btree (length("username"),lower("username"),"id");
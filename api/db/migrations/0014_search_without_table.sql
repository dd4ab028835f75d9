DROP INDEX "players_username";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "players_by_name" ON "players" USING btree (lower("username") text_pattern_ops,"id","username");
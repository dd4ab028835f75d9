-- A new database never builds this concurrent index: see migrate.ts.
DROP INDEX IF EXISTS "posts_public_received";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "posts_public_ribbon" ON "posts" USING btree ("player_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST,"flairs") WHERE "posts"."is_public";
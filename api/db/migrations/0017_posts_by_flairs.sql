-- Nothing changes posts until they are counted with their flairs. Lists are read until the new table takes its place.
LOCK TABLE "posts" IN SHARE ROW EXCLUSIVE MODE;--> statement-breakpoint
CREATE TABLE "counted_posts" (
	"player_id" bigint NOT NULL,
	"direction" text NOT NULL,
	"class" smallint NOT NULL,
	"flairs" smallint DEFAULT 0 NOT NULL,
	"count" integer NOT NULL
);--> statement-breakpoint
INSERT INTO "counted_posts" ("player_id", "direction", "class", "flairs", "count")
SELECT "player_id", 'received', "post_class"("mod_locked", "subject_hidden", "has_replay"), "flairs", count(*)
FROM "posts" GROUP BY 1, 3, 4
UNION ALL SELECT "author_id", 'sent', "post_class"("mod_locked", "subject_hidden", "has_replay"), "flairs", count(*)
FROM "posts" GROUP BY 1, 3, 4;--> statement-breakpoint
ALTER TABLE "counted_posts" ADD CONSTRAINT "player_post_totals_player_id_direction_class_flairs_pk" PRIMARY KEY("player_id","direction","class","flairs");--> statement-breakpoint
CREATE INDEX "counted_posts_empty" ON "counted_posts" USING btree ("player_id") WHERE "counted_posts"."count" = 0;--> statement-breakpoint
LOCK TABLE "post_count_changes" IN ACCESS EXCLUSIVE MODE;--> statement-breakpoint
INSERT INTO "post_totals" ("class", "count")
SELECT "class", sum("delta") FROM "post_count_changes" GROUP BY 1
ON CONFLICT ("class") DO UPDATE SET "count" = "post_totals"."count" + excluded."count";--> statement-breakpoint
INSERT INTO "daily_post_totals" ("day", "class", "count")
SELECT "day", "class", sum("delta") FROM "post_count_changes" GROUP BY 1, 2
ON CONFLICT ("day", "class") DO UPDATE SET "count" = "daily_post_totals"."count" + excluded."count";--> statement-breakpoint
TRUNCATE "post_count_changes";--> statement-breakpoint
ALTER TABLE "post_count_changes" ADD COLUMN "flairs" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
DROP TABLE "player_post_totals";--> statement-breakpoint
ALTER TABLE "counted_posts" RENAME TO "player_post_totals";--> statement-breakpoint
ALTER INDEX "counted_posts_empty" RENAME TO "player_post_totals_empty";--> statement-breakpoint
CREATE OR REPLACE FUNCTION "count_posts"() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
	IF TG_OP = 'INSERT' THEN
		INSERT INTO post_count_changes (day, author_id, player_id, class, flairs, delta)
		SELECT (created_at AT TIME ZONE 'UTC')::date, author_id, player_id,
			post_class(mod_locked, subject_hidden, has_replay), flairs, count(*)
		FROM new_posts GROUP BY 1, 2, 3, 4, 5;
	ELSIF TG_OP = 'DELETE' THEN
		INSERT INTO post_count_changes (day, author_id, player_id, class, flairs, delta)
		SELECT (created_at AT TIME ZONE 'UTC')::date, author_id, player_id,
			post_class(mod_locked, subject_hidden, has_replay), flairs, -count(*)
		FROM old_posts GROUP BY 1, 2, 3, 4, 5;
	ELSE
		INSERT INTO post_count_changes (day, author_id, player_id, class, flairs, delta)
		SELECT (created_at AT TIME ZONE 'UTC')::date, author_id, player_id,
			post_class(mod_locked, subject_hidden, has_replay), flairs, sum(delta)
		FROM (SELECT *, 1 AS delta FROM new_posts UNION ALL SELECT *, -1 AS delta FROM old_posts) changed
		GROUP BY 1, 2, 3, 4, 5 HAVING sum(delta) <> 0;
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
-- A new database never builds this concurrent index and those that are built again below: see migrate.ts.
DROP INDEX IF EXISTS "posts_public_ribbon";--> statement-breakpoint
DROP INDEX IF EXISTS "posts_public_sent";--> statement-breakpoint
DROP INDEX IF EXISTS "posts_other_received";--> statement-breakpoint
DROP INDEX IF EXISTS "posts_other_sent";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "posts_public_received" ON "posts" USING btree ("player_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST,"flairs","has_replay") WHERE "posts"."is_public";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "posts_public_sent" ON "posts" USING btree ("author_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST,"flairs","has_replay") WHERE "posts"."is_public";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "posts_other_received" ON "posts" USING btree ("player_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST,"mod_locked","subject_hidden","has_replay","flairs") WHERE not "posts"."is_public";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "posts_other_sent" ON "posts" USING btree ("author_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST,"mod_locked","subject_hidden","has_replay","flairs") WHERE not "posts"."is_public";
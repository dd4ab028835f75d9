-- Nothing changes posts until all are counted again, now with their flairs.
LOCK TABLE "posts" IN SHARE ROW EXCLUSIVE MODE;--> statement-breakpoint
DELETE FROM "post_count_changes";--> statement-breakpoint
DELETE FROM "post_totals";--> statement-breakpoint
DELETE FROM "daily_post_totals";--> statement-breakpoint
DELETE FROM "player_post_totals";--> statement-breakpoint
ALTER TABLE "post_count_changes" ADD COLUMN "flairs" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "player_post_totals" ADD COLUMN "flairs" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "player_post_totals" DROP CONSTRAINT "player_post_totals_player_id_direction_class_pk";--> statement-breakpoint
INSERT INTO "daily_post_totals" ("day", "class", "count")
SELECT ("created_at" AT TIME ZONE 'UTC')::date, "post_class"("mod_locked", "subject_hidden", "has_replay"), count(*)
FROM "posts" GROUP BY 1, 2;--> statement-breakpoint
INSERT INTO "post_totals" ("class", "count")
SELECT "class", sum("count") FROM "daily_post_totals" GROUP BY 1;--> statement-breakpoint
INSERT INTO "player_post_totals" ("player_id", "direction", "class", "flairs", "count")
SELECT "player_id", 'received', "post_class"("mod_locked", "subject_hidden", "has_replay"), "flairs", count(*)
FROM "posts" GROUP BY 1, 3, 4
UNION ALL SELECT "author_id", 'sent', "post_class"("mod_locked", "subject_hidden", "has_replay"), "flairs", count(*)
FROM "posts" GROUP BY 1, 3, 4;--> statement-breakpoint
ALTER TABLE "player_post_totals" ADD CONSTRAINT "player_post_totals_player_id_direction_class_flairs_pk" PRIMARY KEY("player_id","direction","class","flairs");--> statement-breakpoint
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
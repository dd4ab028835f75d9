CREATE TABLE "daily_sign_post_totals" (
	"sign" smallint NOT NULL,
	"class" smallint NOT NULL,
	"day" date NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "daily_sign_post_totals_sign_class_day_pk" PRIMARY KEY("sign","class","day")
);
--> statement-breakpoint
CREATE TABLE "sign_post_totals" (
	"sign" smallint NOT NULL,
	"class" smallint NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "sign_post_totals_sign_class_pk" PRIMARY KEY("sign","class")
);
--> statement-breakpoint
-- From here to the indexes by hand: functions, triggers and the first numbers are not in the schema.
-- How a post rates its player on the whole, as signOf in flairs.ts.
CREATE FUNCTION "post_sign"(flairs smallint) RETURNS smallint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
	SELECT sign((CASE WHEN flairs & 1 <> 0 THEN 1 WHEN flairs & 2 <> 0 THEN -1 ELSE 0 END
		+ CASE WHEN flairs & 4 <> 0 THEN 1 WHEN flairs & 8 <> 0 THEN -1 ELSE 0 END
		+ CASE WHEN flairs & 16 <> 0 THEN 1 WHEN flairs & 32 <> 0 THEN -1 ELSE 0 END)::float8)::smallint $$;--> statement-breakpoint
-- Here and not in the statement that adds changes up, because the release before adds them up, too.
CREATE FUNCTION "count_signs"() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
	INSERT INTO sign_post_totals AS totals (sign, class, count)
	SELECT post_sign(flairs), class, sum(delta) FROM added_up GROUP BY 1, 2 HAVING sum(delta) <> 0
	ON CONFLICT (sign, class) DO UPDATE SET count = totals.count + excluded.count;
	INSERT INTO daily_sign_post_totals AS totals (sign, day, class, count)
	SELECT post_sign(flairs), day, class, sum(delta) FROM added_up GROUP BY 1, 2, 3 HAVING sum(delta) <> 0
	ON CONFLICT (sign, class, day) DO UPDATE SET count = totals.count + excluded.count;
	RETURN NULL;
END $$;--> statement-breakpoint
-- No process adds changes up until the trigger exists. The key is that of totals.ts.
SELECT pg_advisory_xact_lock(hashtextextended('post-totals:' || current_schema(), 0));--> statement-breakpoint
-- One statement, so that posts and changes are of the same moment. Posts can be written meanwhile: changes that follow are added later.
INSERT INTO "daily_sign_post_totals" ("sign", "day", "class", "count")
SELECT sign, day, class, sum(number) FROM (
	SELECT post_sign(flairs) AS sign, (created_at AT TIME ZONE 'UTC')::date AS day,
		post_class(mod_locked, subject_hidden, has_replay) AS class, count(*) AS number
	FROM posts GROUP BY 1, 2, 3
	UNION ALL SELECT post_sign(flairs), day, class, -delta FROM post_count_changes) numbers
GROUP BY 1, 2, 3 HAVING sum(number) <> 0;--> statement-breakpoint
INSERT INTO "sign_post_totals" ("sign", "class", "count")
SELECT sign, class, sum(count) FROM daily_sign_post_totals GROUP BY 1, 2 HAVING sum(count) <> 0;--> statement-breakpoint
-- Last, because it waits for writers, and they for the commit.
CREATE TRIGGER "changes_added_up" AFTER DELETE ON "post_count_changes" REFERENCING OLD TABLE AS added_up
FOR EACH STATEMENT EXECUTE FUNCTION "count_signs"();--> statement-breakpoint
CREATE INDEX CONCURRENTLY "posts_public_by_sign" ON "posts" USING btree (post_sign("flairs"),"has_replay","created_at" DESC NULLS LAST,"id" DESC NULLS LAST,"flairs") WHERE "posts"."is_public";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "posts_other_by_sign" ON "posts" USING btree (post_sign("flairs"),"created_at" DESC NULLS LAST,"id" DESC NULLS LAST,"mod_locked","subject_hidden","has_replay","flairs") WHERE not "posts"."is_public";
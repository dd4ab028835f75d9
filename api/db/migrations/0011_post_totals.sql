CREATE TABLE "daily_post_totals" (
	"day" date NOT NULL,
	"class" smallint NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "daily_post_totals_day_class_pk" PRIMARY KEY("day","class")
);--> statement-breakpoint
CREATE TABLE "player_post_totals" (
	"player_id" bigint NOT NULL,
	"direction" text NOT NULL,
	"class" smallint NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "player_post_totals_player_id_direction_class_pk" PRIMARY KEY("player_id","direction","class")
);--> statement-breakpoint
CREATE TABLE "post_count_changes" (
	"day" date NOT NULL,
	"author_id" bigint NOT NULL,
	"player_id" bigint NOT NULL,
	"class" smallint NOT NULL,
	"delta" integer NOT NULL
);--> statement-breakpoint
CREATE TABLE "post_totals" (
	"class" smallint PRIMARY KEY NOT NULL,
	"count" integer NOT NULL
);--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "subject_hidden" boolean DEFAULT false NOT NULL, ADD COLUMN "has_replay" boolean DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE "posts" SET "has_replay" = true FROM "replays" WHERE "replays"."post_id" = "posts"."id";--> statement-breakpoint
UPDATE "posts" SET "subject_hidden" = true FROM "players" WHERE "players"."id" = "posts"."player_id" AND "players"."opted_out";--> statement-breakpoint
-- Writes the table once, with the values above.
ALTER TABLE "posts" ADD COLUMN "is_public" boolean GENERATED ALWAYS AS (not mod_locked and not subject_hidden) STORED NOT NULL;--> statement-breakpoint
DROP INDEX "players_opted_out";--> statement-breakpoint
-- The bits of POST_CLASS in totals-schema.ts.
CREATE FUNCTION "post_class"(removed boolean, about_opted_out boolean, with_replay boolean) RETURNS smallint
LANGUAGE sql IMMUTABLE AS $$ SELECT (removed::int + 2 * about_opted_out::int + 4 * with_replay::int)::smallint $$;--> statement-breakpoint
INSERT INTO "daily_post_totals" ("day", "class", "count")
SELECT ("created_at" AT TIME ZONE 'UTC')::date, "post_class"("mod_locked", "subject_hidden", "has_replay"), count(*)
FROM "posts" GROUP BY 1, 2;--> statement-breakpoint
INSERT INTO "post_totals" ("class", "count")
SELECT "class", sum("count") FROM "daily_post_totals" GROUP BY 1;--> statement-breakpoint
INSERT INTO "player_post_totals" ("player_id", "direction", "class", "count")
SELECT "player_id", 'received', "post_class"("mod_locked", "subject_hidden", "has_replay"), count(*)
FROM "posts" GROUP BY 1, 3
UNION ALL SELECT "author_id", 'sent', "post_class"("mod_locked", "subject_hidden", "has_replay"), count(*)
FROM "posts" GROUP BY 1, 3;--> statement-breakpoint
CREATE FUNCTION "count_posts"() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
	IF TG_OP = 'INSERT' THEN
		INSERT INTO post_count_changes (day, author_id, player_id, class, delta)
		SELECT (created_at AT TIME ZONE 'UTC')::date, author_id, player_id,
			post_class(mod_locked, subject_hidden, has_replay), count(*)
		FROM new_posts GROUP BY 1, 2, 3, 4;
	ELSIF TG_OP = 'DELETE' THEN
		INSERT INTO post_count_changes (day, author_id, player_id, class, delta)
		SELECT (created_at AT TIME ZONE 'UTC')::date, author_id, player_id,
			post_class(mod_locked, subject_hidden, has_replay), -count(*)
		FROM old_posts GROUP BY 1, 2, 3, 4;
	ELSE
		INSERT INTO post_count_changes (day, author_id, player_id, class, delta)
		SELECT (created_at AT TIME ZONE 'UTC')::date, author_id, player_id,
			post_class(mod_locked, subject_hidden, has_replay), sum(delta)
		FROM (SELECT *, 1 AS delta FROM new_posts UNION ALL SELECT *, -1 AS delta FROM old_posts) changed
		GROUP BY 1, 2, 3, 4 HAVING sum(delta) <> 0;
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "posts_inserted" AFTER INSERT ON "posts" REFERENCING NEW TABLE AS new_posts
FOR EACH STATEMENT EXECUTE FUNCTION "count_posts"();--> statement-breakpoint
CREATE TRIGGER "posts_updated" AFTER UPDATE ON "posts" REFERENCING OLD TABLE AS old_posts NEW TABLE AS new_posts
FOR EACH STATEMENT EXECUTE FUNCTION "count_posts"();--> statement-breakpoint
CREATE TRIGGER "posts_deleted" AFTER DELETE ON "posts" REFERENCING OLD TABLE AS old_posts
FOR EACH STATEMENT EXECUTE FUNCTION "count_posts"();--> statement-breakpoint
-- The lock keeps the opt-out as it is until the post is stored. The author is locked first, as by the foreign key later.
CREATE FUNCTION "read_opt_out"() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
	PERFORM FROM players WHERE id = NEW.author_id FOR KEY SHARE;
	SELECT opted_out INTO NEW.subject_hidden FROM players WHERE id = NEW.player_id FOR NO KEY UPDATE;
	-- The foreign key refuses a player who does not exist.
	NEW.subject_hidden := coalesce(NEW.subject_hidden, false);
	RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER "posts_opt_out" BEFORE INSERT ON "posts"
FOR EACH ROW EXECUTE FUNCTION "read_opt_out"();--> statement-breakpoint
CREATE FUNCTION "hide_posts"() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
	UPDATE posts SET subject_hidden = NEW.opted_out
	WHERE player_id = NEW.id AND subject_hidden <> NEW.opted_out;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "players_opt_out" AFTER UPDATE OF "opted_out" ON "players"
FOR EACH ROW WHEN (OLD.opted_out IS DISTINCT FROM NEW.opted_out) EXECUTE FUNCTION "hide_posts"();--> statement-breakpoint
-- Does nothing for posts that were stored with the right value, and for those that are deleted with their replay.
CREATE FUNCTION "mark_replays"() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
	IF TG_OP = 'INSERT' THEN
		UPDATE posts SET has_replay = true
		WHERE id IN (SELECT post_id FROM changed_replays) AND NOT has_replay;
	ELSE
		UPDATE posts SET has_replay = false
		WHERE id IN (SELECT post_id FROM changed_replays) AND has_replay;
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "replays_inserted" AFTER INSERT ON "replays" REFERENCING NEW TABLE AS changed_replays
FOR EACH STATEMENT EXECUTE FUNCTION "mark_replays"();--> statement-breakpoint
CREATE TRIGGER "replays_deleted" AFTER DELETE ON "replays" REFERENCING OLD TABLE AS changed_replays
FOR EACH STATEMENT EXECUTE FUNCTION "mark_replays"();--> statement-breakpoint
CREATE INDEX "player_post_totals_empty" ON "player_post_totals" USING btree ("player_id") WHERE "player_post_totals"."count" = 0;--> statement-breakpoint
CREATE INDEX "post_count_changes_author" ON "post_count_changes" USING btree ("author_id");--> statement-breakpoint
CREATE INDEX "post_count_changes_player" ON "post_count_changes" USING btree ("player_id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "posts_public" ON "posts" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "posts"."is_public";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "posts_public_by_replay" ON "posts" USING btree ("has_replay","created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "posts"."is_public";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "posts_public_received" ON "posts" USING btree ("player_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "posts"."is_public";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "posts_public_sent" ON "posts" USING btree ("author_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "posts"."is_public";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "posts_other" ON "posts" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST,"mod_locked","subject_hidden","has_replay") WHERE not "posts"."is_public";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "posts_other_received" ON "posts" USING btree ("player_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST,"mod_locked","subject_hidden","has_replay") WHERE not "posts"."is_public";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "posts_other_sent" ON "posts" USING btree ("author_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST,"mod_locked","subject_hidden","has_replay") WHERE not "posts"."is_public";
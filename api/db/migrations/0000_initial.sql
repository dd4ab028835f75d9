-- One extension for all regions. Its operator classes are named with its schema, which is in no region's search path.
CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public;--> statement-breakpoint
CREATE SEQUENCE "event_versions" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "clans" (
	"id" bigint PRIMARY KEY NOT NULL,
	"tag" text NOT NULL,
	"name" text NOT NULL,
	"league_color" bigint DEFAULT 0 NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"is_disbanded" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"members_updated_at" timestamp (3) with time zone,
	"refreshed_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "deleted_posts" (
	"author_id" bigint NOT NULL,
	"player_id" bigint NOT NULL,
	"posted_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "deleted_posts_author_id_player_id_pk" PRIMARY KEY("author_id","player_id")
);
--> statement-breakpoint
CREATE TABLE "meta" (
	"key" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "players" (
	"id" bigint PRIMARY KEY NOT NULL,
	"username" text NOT NULL,
	"clan_id" bigint,
	"clan_member_role" smallint DEFAULT 0 NOT NULL,
	"joined_clan_at" timestamp (3) with time zone,
	"game_karma" integer,
	"site_karma" integer DEFAULT 0 NOT NULL,
	"rating_performance" integer DEFAULT 0 NOT NULL,
	"rating_teamplay" integer DEFAULT 0 NOT NULL,
	"rating_courtesy" integer DEFAULT 0 NOT NULL,
	"wg_hidden" boolean DEFAULT false NOT NULL,
	"opted_out" boolean DEFAULT false NOT NULL,
	"opt_out_changed" timestamp (3) with time zone,
	"wg_account_created_at" timestamp (3) with time zone,
	"last_battle_time" timestamp (3) with time zone,
	"refreshed_at" timestamp (3) with time zone,
	"account_deleted_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "posts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"author_id" bigint NOT NULL,
	"player_id" bigint NOT NULL,
	"flairs" smallint DEFAULT 0 NOT NULL,
	"title" text NOT NULL,
	"content" text NOT NULL,
	"ticket_id" text,
	"mod_locked" boolean DEFAULT false NOT NULL,
	"read_only" boolean DEFAULT false NOT NULL,
	"subject_hidden" boolean DEFAULT false NOT NULL,
	"is_public" boolean GENERATED ALWAYS AS (not mod_locked and not subject_hidden) STORED NOT NULL,
	"has_replay" boolean DEFAULT false NOT NULL,
	"negative_karma_able" boolean DEFAULT true NOT NULL,
	"applied_site_karma" smallint DEFAULT 0 NOT NULL,
	"applied_performance" smallint DEFAULT 0 NOT NULL,
	"applied_teamplay" smallint DEFAULT 0 NOT NULL,
	"applied_courtesy" smallint DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" bigint PRIMARY KEY NOT NULL,
	"seed" uuid DEFAULT gen_random_uuid() NOT NULL,
	"roles" text[] DEFAULT '{}'::text[] NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_login_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "replays" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"post_id" uuid NOT NULL,
	"file_name" text NOT NULL,
	"file_size" integer NOT NULL,
	"sha256" text,
	"minimap_sha256" text,
	"timeline_sha256" text,
	"decoder_version" smallint DEFAULT 0 NOT NULL,
	"players" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"chat_messages" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"facts" jsonb,
	"map" text,
	"played_at" text,
	"arena_id" text,
	"tracks" "bytea",
	"author_ship" bigint,
	"player_ship" bigint,
	"named_ship" bigint,
	"ship_name" text,
	"state" smallint DEFAULT 0 NOT NULL,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"last_error" text,
	"run_after" timestamp (3) with time zone,
	"started_at" timestamp (3) with time zone,
	"processed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ships" (
	"id" bigint PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"first_replay" uuid,
	"second_replay" uuid,
	"from_publisher" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mod_actions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"post_id" uuid NOT NULL,
	"author_id" bigint NOT NULL,
	"action_type" smallint NOT NULL,
	"mod_id" bigint,
	"reason" text NOT NULL,
	"updated_post" jsonb,
	"previous_post" jsonb,
	"reverted_at" timestamp (3) with time zone,
	"reverted_by" bigint,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "platform_bans" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" bigint NOT NULL,
	"mod_id" bigint,
	"reason" text NOT NULL,
	"banned_until" timestamp (3) with time zone,
	"reverted" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "former_names" (
	"player_id" bigint NOT NULL,
	"name" text NOT NULL,
	"replaced_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "former_names_player_id_name_pk" PRIMARY KEY("player_id","name")
);
--> statement-breakpoint
CREATE TABLE "openid_nonces" (
	"nonce" text PRIMARY KEY NOT NULL,
	"seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "person_erasures" (
	"fingerprint" text PRIMARY KEY NOT NULL,
	"erasure_id" uuid NOT NULL,
	"erased_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "role_changes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"account_id" bigint,
	"role" text NOT NULL,
	"granted" boolean NOT NULL,
	"changed_by" text NOT NULL,
	"changed_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "discord_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"post_id" uuid,
	"player_id" bigint NOT NULL,
	"message_id" text,
	"version" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp (3) with time zone,
	"claimed_until" timestamp (3) with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"account_id" bigint NOT NULL,
	"type" smallint NOT NULL,
	"post_id" uuid,
	"mod_action_id" uuid,
	"ban_id" uuid,
	"payload" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"emitted_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"acknowledged_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "processes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"host" text NOT NULL,
	"pid" integer NOT NULL,
	"has_redis" boolean NOT NULL,
	"started_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "daily_post_totals" (
	"day" date NOT NULL,
	"class" smallint NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "daily_post_totals_day_class_pk" PRIMARY KEY("day","class")
);
--> statement-breakpoint
CREATE TABLE "player_post_totals" (
	"player_id" bigint NOT NULL,
	"direction" text NOT NULL,
	"class" smallint NOT NULL,
	"flairs" smallint DEFAULT 0 NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "player_post_totals_player_id_direction_class_flairs_pk" PRIMARY KEY("player_id","direction","class","flairs")
);
--> statement-breakpoint
CREATE TABLE "post_count_changes" (
	"day" date NOT NULL,
	"author_id" bigint NOT NULL,
	"player_id" bigint NOT NULL,
	"class" smallint NOT NULL,
	"flairs" smallint DEFAULT 0 NOT NULL,
	"delta" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "post_totals" (
	"class" smallint PRIMARY KEY NOT NULL,
	"count" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "deleted_posts" ADD CONSTRAINT "deleted_posts_author_id_players_id_fk" FOREIGN KEY ("author_id") REFERENCES "players"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deleted_posts" ADD CONSTRAINT "deleted_posts_player_id_players_id_fk" FOREIGN KEY ("player_id") REFERENCES "players"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "players" ADD CONSTRAINT "players_clan_id_clans_id_fk" FOREIGN KEY ("clan_id") REFERENCES "clans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_author_id_players_id_fk" FOREIGN KEY ("author_id") REFERENCES "players"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_player_id_players_id_fk" FOREIGN KEY ("player_id") REFERENCES "players"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_id_players_id_fk" FOREIGN KEY ("id") REFERENCES "players"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "replays" ADD CONSTRAINT "replays_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mod_actions" ADD CONSTRAINT "mod_actions_author_id_players_id_fk" FOREIGN KEY ("author_id") REFERENCES "players"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mod_actions" ADD CONSTRAINT "mod_actions_mod_id_players_id_fk" FOREIGN KEY ("mod_id") REFERENCES "players"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mod_actions" ADD CONSTRAINT "mod_actions_reverted_by_players_id_fk" FOREIGN KEY ("reverted_by") REFERENCES "players"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "platform_bans" ADD CONSTRAINT "platform_bans_user_id_players_id_fk" FOREIGN KEY ("user_id") REFERENCES "players"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "platform_bans" ADD CONSTRAINT "platform_bans_mod_id_players_id_fk" FOREIGN KEY ("mod_id") REFERENCES "players"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "former_names" ADD CONSTRAINT "former_names_player_id_players_id_fk" FOREIGN KEY ("player_id") REFERENCES "players"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "role_changes" ADD CONSTRAINT "role_changes_account_id_players_id_fk" FOREIGN KEY ("account_id") REFERENCES "players"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_account_id_players_id_fk" FOREIGN KEY ("account_id") REFERENCES "players"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "clans_tag" ON "clans" USING btree (lower("tag") text_pattern_ops);--> statement-breakpoint
CREATE INDEX "clans_name" ON "clans" USING btree (lower("name") text_pattern_ops);--> statement-breakpoint
CREATE INDEX CONCURRENTLY "clans_tag_part" ON "clans" USING gin (lower("tag") public.gin_trgm_ops);--> statement-breakpoint
CREATE INDEX CONCURRENTLY "clans_name_part" ON "clans" USING gin (lower("name") public.gin_trgm_ops);--> statement-breakpoint
CREATE INDEX CONCURRENTLY "clans_listed" ON "clans" USING btree ("tag","id");--> statement-breakpoint
CREATE INDEX "deleted_posts_posted" ON "deleted_posts" USING btree ("posted_at");--> statement-breakpoint
CREATE INDEX "deleted_posts_player" ON "deleted_posts" USING btree ("player_id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "players_by_name" ON "players" USING btree (lower("username") text_pattern_ops,"id","username");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "players_username_part" ON "players" USING gin (lower("username") public.gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "players_clan" ON "players" USING btree ("clan_id");--> statement-breakpoint
CREATE INDEX "posts_latest" ON "posts" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "posts_received" ON "posts" USING btree ("player_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "posts_sent" ON "posts" USING btree ("author_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "posts_pair" ON "posts" USING btree ("author_id","player_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX CONCURRENTLY "posts_public" ON "posts" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "posts"."is_public";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "posts_public_by_replay" ON "posts" USING btree ("has_replay","created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "posts"."is_public";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "posts_public_received" ON "posts" USING btree ("player_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST,"flairs","has_replay") WHERE "posts"."is_public";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "posts_public_sent" ON "posts" USING btree ("author_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST,"flairs","has_replay") WHERE "posts"."is_public";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "posts_other" ON "posts" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST,"mod_locked","subject_hidden","has_replay") WHERE not "posts"."is_public";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "posts_other_received" ON "posts" USING btree ("player_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST,"mod_locked","subject_hidden","has_replay","flairs") WHERE not "posts"."is_public";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "posts_other_sent" ON "posts" USING btree ("author_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST,"mod_locked","subject_hidden","has_replay","flairs") WHERE not "posts"."is_public";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "users_with_roles" ON "users" USING btree ("id") WHERE cardinality("users"."roles") > 0;--> statement-breakpoint
CREATE UNIQUE INDEX "replays_post" ON "replays" USING btree ("post_id");--> statement-breakpoint
CREATE INDEX "replays_due" ON "replays" USING btree ("run_after") WHERE "replays"."run_after" is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "replays_newest" ON "replays" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX CONCURRENTLY "replays_ready" ON "replays" USING btree ("created_at" DESC NULLS LAST) WHERE "replays"."state" = 2;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "replays_failed" ON "replays" USING btree ("created_at" DESC NULLS LAST) WHERE "replays"."last_error" is not null and "replays"."run_after" is null;--> statement-breakpoint
CREATE INDEX "replays_sha256" ON "replays" USING btree ("sha256");--> statement-breakpoint
CREATE INDEX "replays_minimap_sha256" ON "replays" USING btree ("minimap_sha256") WHERE "replays"."minimap_sha256" is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "replays_timeline_sha256" ON "replays" USING btree ("timeline_sha256") WHERE "replays"."timeline_sha256" is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "replays_named_ship" ON "replays" USING btree ("named_ship") WHERE "replays"."named_ship" is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "replays_by_decoder" ON "replays" USING btree ("decoder_version","created_at") WHERE "replays"."sha256" is not null and "replays"."run_after" is null;--> statement-breakpoint
CREATE INDEX "mod_actions_post" ON "mod_actions" USING btree ("post_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "mod_actions_author" ON "mod_actions" USING btree ("author_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX CONCURRENTLY "mod_actions_mod" ON "mod_actions" USING btree ("mod_id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "mod_actions_reverted_by" ON "mod_actions" USING btree ("reverted_by") WHERE "mod_actions"."reverted_by" is not null;--> statement-breakpoint
CREATE INDEX "platform_bans_user" ON "platform_bans" USING btree ("user_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX CONCURRENTLY "platform_bans_mod" ON "platform_bans" USING btree ("mod_id");--> statement-breakpoint
CREATE INDEX "openid_nonces_seen" ON "openid_nonces" USING btree ("seen_at");--> statement-breakpoint
CREATE INDEX "person_erasures_erasure" ON "person_erasures" USING btree ("erasure_id");--> statement-breakpoint
CREATE INDEX "role_changes_changed" ON "role_changes" USING btree ("changed_at");--> statement-breakpoint
CREATE INDEX "role_changes_account" ON "role_changes" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "discord_messages_due" ON "discord_messages" USING btree ("due_at") WHERE "discord_messages"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "discord_messages_post" ON "discord_messages" USING btree ("post_id");--> statement-breakpoint
CREATE INDEX "discord_messages_player" ON "discord_messages" USING btree ("player_id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "notifications_unread" ON "notifications" USING btree ("account_id","emitted_at","id") WHERE "notifications"."acknowledged_at" is null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "notifications_account" ON "notifications" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "notifications_post" ON "notifications" USING btree ("post_id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "notifications_mod_action" ON "notifications" USING btree ("mod_action_id") WHERE "notifications"."mod_action_id" is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "notifications_ban" ON "notifications" USING btree ("ban_id") WHERE "notifications"."ban_id" is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "notifications_acknowledged" ON "notifications" USING btree ("acknowledged_at") WHERE "notifications"."acknowledged_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "notifications_pending_post" ON "notifications" USING btree ("account_id","post_id","type") WHERE "notifications"."acknowledged_at" is null and "notifications"."mod_action_id" is null;--> statement-breakpoint
CREATE INDEX "player_post_totals_empty" ON "player_post_totals" USING btree ("player_id") WHERE "player_post_totals"."count" = 0;--> statement-breakpoint
CREATE INDEX "post_count_changes_author" ON "post_count_changes" USING btree ("author_id");--> statement-breakpoint
CREATE INDEX "post_count_changes_player" ON "post_count_changes" USING btree ("player_id");--> statement-breakpoint
-- From here on by hand: functions and triggers are not in the schema.
-- The bits of POST_CLASS in totals-schema.ts.
CREATE FUNCTION "post_class"(removed boolean, about_opted_out boolean, with_replay boolean) RETURNS smallint
LANGUAGE sql IMMUTABLE AS $$ SELECT (removed::int + 2 * about_opted_out::int + 4 * with_replay::int)::smallint $$;--> statement-breakpoint
CREATE FUNCTION "count_posts"() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
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
-- Whatever reports the name: a sign-in, a look-up or a clan's list. "Player 123" stands for a name that is not known.
CREATE FUNCTION "keep_former_name"() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
	INSERT INTO former_names (player_id, name) VALUES (OLD.id, OLD.username)
	ON CONFLICT (player_id, name) DO UPDATE SET replaced_at = excluded.replaced_at;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "players_renamed" AFTER UPDATE OF "username" ON "players" FOR EACH ROW
WHEN (OLD.username <> NEW.username AND OLD.username <> 'Player ' || OLD.id) EXECUTE FUNCTION "keep_former_name"();

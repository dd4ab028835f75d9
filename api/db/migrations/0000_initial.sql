CREATE TABLE "clans" (
	"id" bigint PRIMARY KEY NOT NULL,
	"tag" text NOT NULL,
	"name" text NOT NULL,
	"league_color" bigint DEFAULT 0 NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"is_disbanded" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"members_updated_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "meta" (
	"key" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "minimap_files" (
	"replay_id" uuid PRIMARY KEY NOT NULL,
	"content" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mod_actions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"post_id" uuid NOT NULL,
	"author_id" bigint NOT NULL,
	"action_type" smallint NOT NULL,
	"mod_id" bigint NOT NULL,
	"reason" text NOT NULL,
	"updated_post" jsonb,
	"previous_post" jsonb,
	"reverted_at" timestamp (3) with time zone,
	"reverted_by" bigint,
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
CREATE TABLE "openid_nonces" (
	"nonce" text PRIMARY KEY NOT NULL,
	"seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "platform_bans" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" bigint NOT NULL,
	"mod_id" bigint NOT NULL,
	"reason" text NOT NULL,
	"banned_until" timestamp (3) with time zone,
	"reverted" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "players" (
	"id" bigint PRIMARY KEY NOT NULL,
	"username" text NOT NULL,
	"clan_id" bigint,
	"clan_member_role" smallint DEFAULT 0 NOT NULL,
	"joined_clan_at" timestamp (3) with time zone,
	"game_karma" integer DEFAULT 0 NOT NULL,
	"site_karma" integer DEFAULT 0 NOT NULL,
	"rating_performance" integer DEFAULT 0 NOT NULL,
	"rating_teamplay" integer DEFAULT 0 NOT NULL,
	"rating_courtesy" integer DEFAULT 0 NOT NULL,
	"wg_hidden" boolean DEFAULT false NOT NULL,
	"opted_out" boolean DEFAULT false NOT NULL,
	"opt_out_changed" timestamp (3) with time zone,
	"wg_account_created_at" timestamp (3) with time zone,
	"last_battle_time" timestamp (3) with time zone,
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
	"negative_karma_able" boolean DEFAULT true NOT NULL,
	"applied_site_karma" smallint DEFAULT 0 NOT NULL,
	"applied_performance" smallint DEFAULT 0 NOT NULL,
	"applied_teamplay" smallint DEFAULT 0 NOT NULL,
	"applied_courtesy" smallint DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "replay_files" (
	"replay_id" uuid PRIMARY KEY NOT NULL,
	"content" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "replays" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"post_id" uuid NOT NULL,
	"file_name" text NOT NULL,
	"file_size" integer NOT NULL,
	"sha256" text NOT NULL,
	"players" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"chat_messages" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"state" smallint DEFAULT 0 NOT NULL,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"last_error" text,
	"run_after" timestamp (3) with time zone,
	"started_at" timestamp (3) with time zone,
	"processed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
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
ALTER TABLE "minimap_files" ADD CONSTRAINT "minimap_files_replay_id_replays_id_fk" FOREIGN KEY ("replay_id") REFERENCES "replays"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mod_actions" ADD CONSTRAINT "mod_actions_author_id_players_id_fk" FOREIGN KEY ("author_id") REFERENCES "players"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mod_actions" ADD CONSTRAINT "mod_actions_mod_id_players_id_fk" FOREIGN KEY ("mod_id") REFERENCES "players"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mod_actions" ADD CONSTRAINT "mod_actions_reverted_by_players_id_fk" FOREIGN KEY ("reverted_by") REFERENCES "players"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_account_id_players_id_fk" FOREIGN KEY ("account_id") REFERENCES "players"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "platform_bans" ADD CONSTRAINT "platform_bans_user_id_players_id_fk" FOREIGN KEY ("user_id") REFERENCES "players"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "platform_bans" ADD CONSTRAINT "platform_bans_mod_id_players_id_fk" FOREIGN KEY ("mod_id") REFERENCES "players"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "players" ADD CONSTRAINT "players_clan_id_clans_id_fk" FOREIGN KEY ("clan_id") REFERENCES "clans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_author_id_players_id_fk" FOREIGN KEY ("author_id") REFERENCES "players"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_player_id_players_id_fk" FOREIGN KEY ("player_id") REFERENCES "players"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "replay_files" ADD CONSTRAINT "replay_files_replay_id_replays_id_fk" FOREIGN KEY ("replay_id") REFERENCES "replays"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "replays" ADD CONSTRAINT "replays_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_id_players_id_fk" FOREIGN KEY ("id") REFERENCES "players"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "clans_tag" ON "clans" USING btree (lower("tag") text_pattern_ops);--> statement-breakpoint
CREATE INDEX "clans_name" ON "clans" USING btree (lower("name") text_pattern_ops);--> statement-breakpoint
CREATE INDEX "mod_actions_post" ON "mod_actions" USING btree ("post_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "mod_actions_author" ON "mod_actions" USING btree ("author_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "notifications_pending" ON "notifications" USING btree ("account_id","emitted_at") WHERE "notifications"."acknowledged_at" is null;--> statement-breakpoint
CREATE INDEX "platform_bans_user" ON "platform_bans" USING btree ("user_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "players_username" ON "players" USING btree (lower("username") text_pattern_ops);--> statement-breakpoint
CREATE INDEX "players_clan" ON "players" USING btree ("clan_id");--> statement-breakpoint
CREATE INDEX "posts_latest" ON "posts" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "posts_received" ON "posts" USING btree ("player_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "posts_sent" ON "posts" USING btree ("author_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "posts_pair" ON "posts" USING btree ("author_id","player_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "replays_post" ON "replays" USING btree ("post_id");--> statement-breakpoint
CREATE INDEX "replays_due" ON "replays" USING btree ("run_after") WHERE "replays"."run_after" is not null;--> statement-breakpoint
CREATE INDEX "replays_created" ON "replays" USING btree ("created_at" DESC NULLS LAST);
CREATE TABLE "post_versions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"post_id" uuid NOT NULL,
	"text" jsonb NOT NULL,
	"replaced_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "report_mutes" (
	"account_id" bigint PRIMARY KEY NOT NULL,
	"muted_until" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reports" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"post_id" uuid NOT NULL,
	"reporter_id" bigint NOT NULL,
	"rule" text NOT NULL,
	"words" text NOT NULL,
	"moment" integer,
	"outcome" text DEFAULT 'open' NOT NULL,
	"sentence" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"decided_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "review_log" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"post_id" uuid NOT NULL,
	"report_id" uuid,
	"mod_id" bigint,
	"action" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reviews" (
	"post_id" uuid PRIMARY KEY NOT NULL,
	"author_id" bigint NOT NULL,
	"player_id" bigint NOT NULL,
	"kind" smallint NOT NULL,
	"reports" integer DEFAULT 0 NOT NULL,
	"opened_at" timestamp (3) with time zone NOT NULL,
	"claimed_by" bigint,
	"claimed_until" timestamp (3) with time zone,
	"decided_by" bigint,
	"decided_at" timestamp (3) with time zone,
	"accepted" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "advice" text[] DEFAULT '{}'::text[] NOT NULL;--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "held" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "platform_bans" ADD COLUMN "post_ids" uuid[] DEFAULT '{}'::uuid[] NOT NULL;--> statement-breakpoint
ALTER TABLE "post_versions" ADD CONSTRAINT "post_versions_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_mutes" ADD CONSTRAINT "report_mutes_account_id_players_id_fk" FOREIGN KEY ("account_id") REFERENCES "players"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_reporter_id_players_id_fk" FOREIGN KEY ("reporter_id") REFERENCES "players"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_log" ADD CONSTRAINT "review_log_mod_id_players_id_fk" FOREIGN KEY ("mod_id") REFERENCES "players"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_author_id_players_id_fk" FOREIGN KEY ("author_id") REFERENCES "players"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_player_id_players_id_fk" FOREIGN KEY ("player_id") REFERENCES "players"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_claimed_by_players_id_fk" FOREIGN KEY ("claimed_by") REFERENCES "players"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_decided_by_players_id_fk" FOREIGN KEY ("decided_by") REFERENCES "players"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "post_versions_post" ON "post_versions" USING btree ("post_id","replaced_at");--> statement-breakpoint
CREATE INDEX "post_versions_replaced" ON "post_versions" USING btree ("replaced_at");--> statement-breakpoint
CREATE UNIQUE INDEX "reports_post" ON "reports" USING btree ("post_id","reporter_id");--> statement-breakpoint
CREATE INDEX "reports_reporter" ON "reports" USING btree ("reporter_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "reports_decided" ON "reports" USING btree ("decided_at") WHERE "reports"."decided_at" is not null;--> statement-breakpoint
CREATE INDEX "review_log_mod" ON "review_log" USING btree ("mod_id");--> statement-breakpoint
CREATE INDEX "review_log_created" ON "review_log" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "reviews_open" ON "reviews" USING btree ("kind","reports" DESC NULLS LAST,"opened_at","post_id") WHERE "reviews"."decided_at" is null;--> statement-breakpoint
CREATE INDEX "reviews_author" ON "reviews" USING btree ("author_id");--> statement-breakpoint
CREATE INDEX "reviews_player" ON "reviews" USING btree ("player_id");--> statement-breakpoint
CREATE INDEX "reviews_claimed" ON "reviews" USING btree ("claimed_by") WHERE "reviews"."claimed_by" is not null;--> statement-breakpoint
CREATE INDEX "reviews_decided" ON "reviews" USING btree ("decided_by") WHERE "reviews"."decided_by" is not null;
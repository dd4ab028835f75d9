CREATE TABLE "ban_posts" (
	"ban_id" uuid NOT NULL,
	"post_id" uuid NOT NULL,
	"author_id" bigint,
	"player_id" bigint,
	CONSTRAINT "ban_posts_ban_id_post_id_pk" PRIMARY KEY("ban_id","post_id")
);
--> statement-breakpoint
CREATE TABLE "reply_versions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"post_id" uuid NOT NULL,
	"author_id" bigint NOT NULL,
	"content" text NOT NULL,
	"replaced_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
DROP INDEX "reports_post_part";--> statement-breakpoint
ALTER TABLE "objections" ADD COLUMN "claimed_by" bigint;--> statement-breakpoint
ALTER TABLE "objections" ADD COLUMN "claimed_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "replies" ADD COLUMN "answers" timestamp (3) with time zone[] DEFAULT '{}'::timestamptz[] NOT NULL;--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "reply_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "about_id" bigint;--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "decision_id" uuid;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "decision_id" uuid;--> statement-breakpoint
ALTER TABLE "ban_posts" ADD CONSTRAINT "ban_posts_ban_id_decisions_id_fk" FOREIGN KEY ("ban_id") REFERENCES "decisions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ban_posts" ADD CONSTRAINT "ban_posts_author_id_players_id_fk" FOREIGN KEY ("author_id") REFERENCES "players"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ban_posts" ADD CONSTRAINT "ban_posts_player_id_players_id_fk" FOREIGN KEY ("player_id") REFERENCES "players"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reply_versions" ADD CONSTRAINT "reply_versions_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reply_versions" ADD CONSTRAINT "reply_versions_author_id_players_id_fk" FOREIGN KEY ("author_id") REFERENCES "players"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ban_posts_author" ON "ban_posts" USING btree ("author_id");--> statement-breakpoint
CREATE INDEX "ban_posts_player" ON "ban_posts" USING btree ("player_id");--> statement-breakpoint
CREATE INDEX "reply_versions_post" ON "reply_versions" USING btree ("post_id","replaced_at");--> statement-breakpoint
CREATE INDEX "reply_versions_author" ON "reply_versions" USING btree ("author_id");--> statement-breakpoint
CREATE INDEX "reply_versions_replaced" ON "reply_versions" USING btree ("replaced_at");--> statement-breakpoint
ALTER TABLE "objections" ADD CONSTRAINT "objections_claimed_by_players_id_fk" FOREIGN KEY ("claimed_by") REFERENCES "players"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_about_id_players_id_fk" FOREIGN KEY ("about_id") REFERENCES "players"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "objections_claimed" ON "objections" USING btree ("claimed_by") WHERE "objections"."claimed_by" is not null;--> statement-breakpoint
CREATE INDEX "reports_about" ON "reports" USING btree ("about_id");--> statement-breakpoint
CREATE UNIQUE INDEX "reports_post_part" ON "reports" USING btree ("post_id","reporter_id","of_reply",coalesce("reply_at", '-infinity'::timestamptz));--> statement-breakpoint
-- From here on by hand: the posts of bans, which the release before issues, too, and rows that it changes without their new ids.
CREATE OR REPLACE FUNCTION "add_ban_decision"() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
	INSERT INTO decisions (id, kind, person_id, post_id, mod_id, rules, created_at, reverted_at)
	VALUES (NEW.id, 'banned', NEW.user_id, NEW.post_ids[1], NEW.mod_id, NEW.rules, NEW.created_at,
		CASE WHEN NEW.reverted THEN coalesce(NEW.updated_at, NEW.created_at) END)
	ON CONFLICT (id) DO UPDATE SET reverted_at = excluded.reverted_at;
	INSERT INTO ban_posts (ban_id, post_id, author_id, player_id)
	SELECT NEW.id, id, author_id, player_id FROM posts WHERE id = ANY(NEW.post_ids)
	ON CONFLICT DO NOTHING;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION "forget_decision"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW.decision_id := NULL;
	RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER "reports_decided_before" BEFORE UPDATE OF "decided_at" ON "reports" FOR EACH ROW
WHEN (NEW.decided_at IS NOT NULL AND NEW.decided_at IS DISTINCT FROM OLD.decided_at AND NEW.decision_id = OLD.decision_id) EXECUTE FUNCTION "forget_decision"();--> statement-breakpoint
-- A reply opens an item without replacing its decision: who decided stays.
CREATE TRIGGER "reviews_decided_before" BEFORE UPDATE OF "decided_at" ON "reviews" FOR EACH ROW
WHEN (NEW.decision_id = OLD.decision_id AND (NEW.decided_by IS NULL OR NEW.decided_at IS DISTINCT FROM OLD.decided_at AND NEW.decided_at IS NOT NULL))
EXECUTE FUNCTION "forget_decision"();

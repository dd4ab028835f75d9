CREATE TABLE "decisions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"person_id" bigint NOT NULL,
	"other_id" bigint,
	"post_id" uuid,
	"mod_id" bigint,
	"rules" text[] DEFAULT '{}'::text[] NOT NULL,
	"reason" text,
	"former" jsonb,
	"reverted_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "objections" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"decision_id" uuid NOT NULL,
	"author_id" bigint NOT NULL,
	"words" text NOT NULL,
	"verdict" text,
	"reason" text,
	"decided_by" bigint,
	"created_at" timestamp (3) with time zone NOT NULL,
	"decided_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "replies" (
	"post_id" uuid PRIMARY KEY NOT NULL,
	"author_id" bigint NOT NULL,
	"content" text NOT NULL,
	"removed" boolean DEFAULT false NOT NULL,
	"withdrawn" boolean DEFAULT false NOT NULL,
	"writes" smallint DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "staff_notes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"player_id" bigint,
	"post_id" uuid,
	"author_id" bigint,
	"words" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "warnings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"person_id" bigint NOT NULL,
	"action_id" uuid,
	"confirmed_at" timestamp (3) with time zone
);
--> statement-breakpoint
DROP INDEX "reports_post";--> statement-breakpoint
DROP INDEX "notifications_pending_post";--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "of_reply" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "asked_by" bigint;--> statement-breakpoint
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_person_id_players_id_fk" FOREIGN KEY ("person_id") REFERENCES "players"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_other_id_players_id_fk" FOREIGN KEY ("other_id") REFERENCES "players"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_mod_id_players_id_fk" FOREIGN KEY ("mod_id") REFERENCES "players"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "objections" ADD CONSTRAINT "objections_decision_id_decisions_id_fk" FOREIGN KEY ("decision_id") REFERENCES "decisions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "objections" ADD CONSTRAINT "objections_author_id_players_id_fk" FOREIGN KEY ("author_id") REFERENCES "players"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "objections" ADD CONSTRAINT "objections_decided_by_players_id_fk" FOREIGN KEY ("decided_by") REFERENCES "players"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "replies" ADD CONSTRAINT "replies_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "replies" ADD CONSTRAINT "replies_author_id_players_id_fk" FOREIGN KEY ("author_id") REFERENCES "players"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_notes" ADD CONSTRAINT "staff_notes_player_id_players_id_fk" FOREIGN KEY ("player_id") REFERENCES "players"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_notes" ADD CONSTRAINT "staff_notes_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_notes" ADD CONSTRAINT "staff_notes_author_id_players_id_fk" FOREIGN KEY ("author_id") REFERENCES "players"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "warnings" ADD CONSTRAINT "warnings_id_decisions_id_fk" FOREIGN KEY ("id") REFERENCES "decisions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "warnings" ADD CONSTRAINT "warnings_person_id_players_id_fk" FOREIGN KEY ("person_id") REFERENCES "players"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "decisions_created" ON "decisions" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "decisions_kind" ON "decisions" USING btree ("kind","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "decisions_mod" ON "decisions" USING btree ("mod_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "decisions_person" ON "decisions" USING btree ("person_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "decisions_other" ON "decisions" USING btree ("other_id");--> statement-breakpoint
CREATE INDEX "decisions_post" ON "decisions" USING btree ("post_id");--> statement-breakpoint
CREATE INDEX "decisions_rules" ON "decisions" USING gin ("rules");--> statement-breakpoint
CREATE UNIQUE INDEX "objections_decision" ON "objections" USING btree ("decision_id","author_id");--> statement-breakpoint
CREATE INDEX "objections_open" ON "objections" USING btree ("created_at","id") WHERE "objections"."verdict" is null;--> statement-breakpoint
CREATE INDEX "objections_author" ON "objections" USING btree ("author_id");--> statement-breakpoint
CREATE INDEX "objections_decided_by" ON "objections" USING btree ("decided_by") WHERE "objections"."decided_by" is not null;--> statement-breakpoint
CREATE INDEX "replies_author" ON "replies" USING btree ("author_id","created_at");--> statement-breakpoint
CREATE INDEX "staff_notes_player" ON "staff_notes" USING btree ("player_id");--> statement-breakpoint
CREATE INDEX "staff_notes_post" ON "staff_notes" USING btree ("post_id");--> statement-breakpoint
CREATE INDEX "staff_notes_author" ON "staff_notes" USING btree ("author_id");--> statement-breakpoint
CREATE INDEX "staff_notes_created" ON "staff_notes" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "warnings_person" ON "warnings" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "warnings_action" ON "warnings" USING btree ("action_id");--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_asked_by_players_id_fk" FOREIGN KEY ("asked_by") REFERENCES "players"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "reports_post_part" ON "reports" USING btree ("post_id","reporter_id","of_reply");--> statement-breakpoint
CREATE INDEX "reviews_asked" ON "reviews" USING btree ("asked_by") WHERE "reviews"."asked_by" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "notifications_pending_post" ON "notifications" USING btree ("account_id","post_id","type") WHERE "notifications"."acknowledged_at" is null and "notifications"."mod_action_id" is null and "notifications"."payload"->'ofReply' is null;--> statement-breakpoint
-- From here on by hand: triggers, because the release before decides and reverts, too. The next migration adds the decisions until now.
CREATE FUNCTION "add_action_decision"() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
	INSERT INTO decisions (id, kind, person_id, other_id, post_id, mod_id, rules, reverted_at, created_at)
	VALUES (NEW.id, CASE NEW.action_type WHEN 0 THEN 'removed' ELSE 'edited' END, NEW.author_id,
		(SELECT player_id FROM posts WHERE posts.id = NEW.post_id), NEW.post_id, NEW.mod_id, NEW.rules, NEW.reverted_at, NEW.created_at)
	ON CONFLICT (id) DO UPDATE SET reverted_at = NEW.reverted_at;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION "add_ban_decision"() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
	INSERT INTO decisions (id, kind, person_id, post_id, mod_id, rules, created_at, reverted_at)
	VALUES (NEW.id, 'banned', NEW.user_id, NEW.post_ids[1], NEW.mod_id, NEW.rules, NEW.created_at,
		CASE WHEN NEW.reverted THEN coalesce(NEW.updated_at, NEW.created_at) END)
	ON CONFLICT (id) DO UPDATE SET reverted_at = excluded.reverted_at;
	RETURN NULL;
END $$;--> statement-breakpoint
-- Only about reported posts: reports that a decision settled have its time.
CREATE FUNCTION "add_keep_decision"() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
	IF NEW.action = 'reopen' THEN
		UPDATE decisions SET reverted_at = NEW.created_at
		WHERE id = (SELECT id FROM decisions WHERE post_id = NEW.post_id AND kind = 'kept' AND created_at <= NEW.created_at
				ORDER BY created_at DESC LIMIT 1)
			AND reverted_at IS NULL AND NOT EXISTS (SELECT FROM review_log later WHERE later.post_id = NEW.post_id
				AND later.action = 'keep' AND later.created_at > decisions.created_at AND later.created_at <= NEW.created_at);
	ELSE
		INSERT INTO decisions (id, kind, person_id, other_id, post_id, mod_id, rules, reason, created_at)
		SELECT NEW.id, 'kept', author_id, player_id, id, NEW.mod_id, rules, words, NEW.created_at
		FROM posts, (SELECT array_agg(DISTINCT rule) AS rules, min(sentence) AS words FROM reports
			WHERE post_id = NEW.post_id AND decided_at = NEW.created_at AND outcome = 'kept') reported
		WHERE posts.id = NEW.post_id AND rules IS NOT NULL
		ON CONFLICT DO NOTHING;
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "actions_decided" AFTER INSERT OR UPDATE OF "reverted_at" ON "mod_actions"
FOR EACH ROW EXECUTE FUNCTION "add_action_decision"();--> statement-breakpoint
CREATE TRIGGER "bans_decided" AFTER INSERT OR UPDATE OF "reverted" ON "platform_bans"
FOR EACH ROW EXECUTE FUNCTION "add_ban_decision"();--> statement-breakpoint
CREATE TRIGGER "keeps_decided" AFTER INSERT OR UPDATE OF "action" ON "review_log" FOR EACH ROW
WHEN (NEW.action IN ('keep', 'reopen')) EXECUTE FUNCTION "add_keep_decision"();

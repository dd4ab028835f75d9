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
CREATE INDEX "discord_messages_due" ON "discord_messages" USING btree ("due_at") WHERE "discord_messages"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "discord_messages_post" ON "discord_messages" USING btree ("post_id");--> statement-breakpoint
CREATE INDEX "discord_messages_player" ON "discord_messages" USING btree ("player_id");
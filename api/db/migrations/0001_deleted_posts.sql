CREATE TABLE "deleted_posts" (
	"author_id" bigint NOT NULL,
	"player_id" bigint NOT NULL,
	"posted_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "deleted_posts_author_id_player_id_pk" PRIMARY KEY("author_id","player_id")
);
--> statement-breakpoint
ALTER TABLE "deleted_posts" ADD CONSTRAINT "deleted_posts_author_id_players_id_fk" FOREIGN KEY ("author_id") REFERENCES "players"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deleted_posts" ADD CONSTRAINT "deleted_posts_player_id_players_id_fk" FOREIGN KEY ("player_id") REFERENCES "players"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "deleted_posts_posted" ON "deleted_posts" USING btree ("posted_at");
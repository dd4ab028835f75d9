-- By hand: the posts of bans until now, and whom reports are about. A server updates a thousand ids at a time (migrate.ts).
UPDATE "platform_bans" SET "reverted" = "reverted" WHERE /* in batches */ cardinality("post_ids") > 0;--> statement-breakpoint
UPDATE "reports" SET "about_id" = CASE WHEN "of_reply" THEN "player_id" ELSE "author_id" END FROM "posts"
WHERE /* in batches */ "posts"."id" = "post_id";

-- Of several pending notifications of one post and type only the newest is kept.
DELETE FROM "notifications" AS "older" USING "notifications" AS "newer"
WHERE "older"."account_id" = "newer"."account_id" AND "older"."post_id" = "newer"."post_id" AND "older"."type" = "newer"."type"
	AND "older"."acknowledged_at" IS NULL AND "newer"."acknowledged_at" IS NULL
	AND "older"."mod_action_id" IS NULL AND "newer"."mod_action_id" IS NULL
	AND ("newer"."emitted_at", "newer"."id") > ("older"."emitted_at", "older"."id");--> statement-breakpoint
CREATE UNIQUE INDEX "notifications_pending_post" ON "notifications" USING btree ("account_id","post_id","type") WHERE "notifications"."acknowledged_at" is null and "notifications"."mod_action_id" is null;
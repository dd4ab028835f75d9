DROP INDEX "replays_created";--> statement-breakpoint
DROP INDEX "notifications_pending";--> statement-breakpoint
DROP INDEX "mod_actions_post";--> statement-breakpoint
DROP INDEX "mod_actions_author";--> statement-breakpoint
CREATE INDEX "deleted_posts_player" ON "deleted_posts" USING btree ("player_id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "replays_newest" ON "replays" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX CONCURRENTLY "replays_ready" ON "replays" USING btree ("created_at" DESC NULLS LAST) WHERE "replays"."state" = 2;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "users_with_roles" ON "users" USING btree ("id") WHERE cardinality("users"."roles") > 0;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "mod_actions_mod" ON "mod_actions" USING btree ("mod_id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "mod_actions_reverted_by" ON "mod_actions" USING btree ("reverted_by") WHERE "mod_actions"."reverted_by" is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "notifications_unread" ON "notifications" USING btree ("account_id","emitted_at","id") WHERE "notifications"."acknowledged_at" is null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "notifications_account" ON "notifications" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "notifications_post" ON "notifications" USING btree ("post_id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "notifications_mod_action" ON "notifications" USING btree ("mod_action_id") WHERE "notifications"."mod_action_id" is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "notifications_ban" ON "notifications" USING btree ("ban_id") WHERE "notifications"."ban_id" is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "notifications_acknowledged" ON "notifications" USING btree ("acknowledged_at") WHERE "notifications"."acknowledged_at" is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "platform_bans_mod" ON "platform_bans" USING btree ("mod_id");--> statement-breakpoint
CREATE INDEX "openid_nonces_seen" ON "openid_nonces" USING btree ("seen_at");--> statement-breakpoint
CREATE INDEX "role_changes_account" ON "role_changes" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "mod_actions_post" ON "mod_actions" USING btree ("post_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "mod_actions_author" ON "mod_actions" USING btree ("author_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);
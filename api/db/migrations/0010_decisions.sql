-- By hand: triggers add the decisions until now. A server updates a thousand ids at a time (migrate.ts).
UPDATE "mod_actions" SET "reverted_at" = "reverted_at" WHERE /* in batches */ true;--> statement-breakpoint
UPDATE "platform_bans" SET "reverted" = "reverted" WHERE /* in batches */ true;--> statement-breakpoint
UPDATE "review_log" SET "action" = "action" WHERE /* in batches */ "action" = 'keep';--> statement-breakpoint
UPDATE "review_log" SET "action" = "action" WHERE /* in batches */ "action" = 'reopen';

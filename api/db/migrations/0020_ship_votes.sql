-- Whose votes they were is not known. Replays name their ships again when they are decoded again.
DELETE FROM "ships" WHERE NOT "from_publisher";--> statement-breakpoint
ALTER TABLE "replays" ADD COLUMN "named_ship" bigint;--> statement-breakpoint
ALTER TABLE "replays" ADD COLUMN "ship_name" text;--> statement-breakpoint
ALTER TABLE "ships" ADD COLUMN "first_replay" uuid;--> statement-breakpoint
ALTER TABLE "ships" ADD COLUMN "second_replay" uuid;--> statement-breakpoint
ALTER TABLE "ships" DROP COLUMN "votes";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "replays_named_ship" ON "replays" USING btree ("named_ship") WHERE "replays"."named_ship" is not null;
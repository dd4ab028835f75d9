CREATE TABLE "named_accounts" (
	"name" text PRIMARY KEY NOT NULL,
	"id" bigint NOT NULL,
	"day" date NOT NULL
);
--> statement-breakpoint
CREATE INDEX "named_accounts_day" ON "named_accounts" USING btree ("day");
CREATE TABLE "gone_posts" (
	"id" uuid PRIMARY KEY NOT NULL
);

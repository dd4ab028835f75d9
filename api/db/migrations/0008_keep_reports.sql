ALTER TABLE "reports" DROP CONSTRAINT "reports_post_id_posts_id_fk";

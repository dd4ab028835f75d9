CREATE TABLE "former_names" (
	"player_id" bigint NOT NULL,
	"name" text NOT NULL,
	"replaced_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "former_names_player_id_name_pk" PRIMARY KEY("player_id","name")
);
--> statement-breakpoint
ALTER TABLE "former_names" ADD CONSTRAINT "former_names_player_id_players_id_fk" FOREIGN KEY ("player_id") REFERENCES "players"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- Whatever reports the name: a sign-in, a look-up or a clan's list. "Player 123" stands for a name that is not known.
CREATE FUNCTION "keep_former_name"() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
	INSERT INTO former_names (player_id, name) VALUES (OLD.id, OLD.username)
	ON CONFLICT (player_id, name) DO UPDATE SET replaced_at = excluded.replaced_at;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "players_renamed" AFTER UPDATE OF "username" ON "players" FOR EACH ROW
WHEN (OLD.username <> NEW.username AND OLD.username <> 'Player ' || OLD.id) EXECUTE FUNCTION "keep_former_name"();
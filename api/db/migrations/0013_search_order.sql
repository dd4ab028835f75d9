-- A new database never builds this concurrent index: see migrate.ts.
DROP INDEX IF EXISTS "players_shortest";

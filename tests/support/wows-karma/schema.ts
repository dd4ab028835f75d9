/** The tables of WOWS Karma 0.17.5, for the tests of the import: names and types as its migrations make them. */
import { KNOWN_MIGRATIONS } from '#api/commands/import-wows-karma/core/old-database.ts';

const TABLES = `
create schema auth;
create type clan_role as enum ('unknown', 'commander', 'executive_officer', 'recruitment_officer', 'commissioned_officer',
  'officer', 'private');
create type mod_action_type as enum ('deletion', 'update');
create type notification_type as enum ('unknown', 'other', 'post_added', 'post_edited', 'post_deleted', 'post_mod_edited',
  'post_mod_deleted', 'platform_ban');
create table "__EFMigrationsHistory" ("MigrationId" varchar(150) primary key, "ProductVersion" varchar(32) not null default '8.0.1');
create table "Players" (
  "Id" bigint primary key, "Username" text not null default '', "CreatedAt" timestamptz not null default now(),
  "UpdatedAt" timestamptz not null default '-infinity', "WgHidden" boolean not null default false,
  "SiteKarma" integer not null default 0, "GameKarma" integer not null default 0,
  "PerformanceRating" integer not null default 0, "TeamplayRating" integer not null default 0,
  "CourtesyRating" integer not null default 0, "WgAccountCreatedAt" timestamptz not null default '-infinity',
  "LastBattleTime" timestamptz not null default '-infinity', "PostsBanned" boolean not null default false,
  "OptedOut" boolean not null default false, "OptOutChanged" timestamptz default '-infinity');
create table "Clans" (
  "Id" bigint primary key, "Tag" text not null default '', "Name" text not null default '', "Description" text not null default '',
  "LeagueColor" bigint not null default 0, "IsDisbanded" boolean not null default false,
  "CreatedAt" timestamptz not null default now(), "UpdatedAt" timestamptz not null default '-infinity',
  "MembersUpdatedAt" timestamptz not null default '-infinity');
create table "ClanMembers" (
  "PlayerId" bigint primary key references "Players", "ClanId" bigint not null, "JoinedAt" date not null default '-infinity',
  "LeftAt" date, "Role" clan_role not null default 'unknown');
create table "Replays" (
  "Id" uuid primary key, "PostId" uuid not null default '00000000-0000-0000-0000-000000000000', "BlobName" text not null default '',
  "MinimapRendered" boolean not null default false, "Players" jsonb not null default '[]', "ChatMessages" jsonb not null default '[]',
  "ArenaInfo" jsonb not null default '{}');
create table "Posts" (
  "Id" uuid primary key, "PlayerId" bigint not null, "AuthorId" bigint not null, "Flairs" integer not null default 0,
  "NegativeKarmaAble" boolean not null default true, "ModLocked" boolean not null default false,
  "ReadOnly" boolean not null default false, "Title" text not null default '', "Content" text not null default '',
  "CreatedAt" timestamptz not null default now(), "UpdatedAt" timestamptz not null default '-infinity',
  "ReplayId" uuid unique references "Replays", "CustomerSupportTicketId" integer);
create table "PostModActions" (
  "Id" uuid primary key, "PostId" uuid not null references "Posts" on delete cascade, "ActionType" mod_action_type not null,
  "ModId" bigint not null references "Players", "Reason" text not null default '');
create table "PlatformBans" (
  "Id" uuid primary key, "UserId" bigint not null references "Players", "ModId" bigint not null references "Players",
  "Reason" text not null default '', "BannedUntil" timestamptz, "Reverted" boolean not null default false,
  "CreatedAt" timestamptz not null default now(), "UpdatedAt" timestamptz not null default '-infinity');
create table "Notifications" (
  "Id" uuid primary key, "AccountId" bigint not null references "Players", "Type" notification_type not null,
  "EmittedAt" timestamptz not null, "AcknowledgedAt" timestamptz, "PostId" uuid references "Posts" on delete cascade,
  "ModActionId" uuid references "PostModActions" on delete cascade, "BanId" uuid references "PlatformBans" on delete cascade,
  "PostModEditedNotification_ModActionId" uuid references "PostModActions" on delete cascade);
create table auth."Users" ("Id" bigint primary key, "SeedToken" uuid not null, "LastTokenRequested" timestamptz not null);
create table auth."Roles" ("Id" smallint primary key, "InternalName" text not null, "DisplayName" text not null);
create table auth."RoleUser" (
  "RolesId" smallint not null references auth."Roles", "UsersId" bigint not null references auth."Users",
  primary key ("RolesId", "UsersId"));
insert into auth."Roles" values (1, 'admin', 'Administrator'), (2, 'mod', 'Community Manager');
`;

/** Creates the tables with the history of their migrations, and otherwise without rows. */
export const oldStatements = (): string[] => [
  TABLES,
  ...KNOWN_MIGRATIONS.map((id) => `insert into "__EFMigrationsHistory" ("MigrationId") values ('${id}')`),
];

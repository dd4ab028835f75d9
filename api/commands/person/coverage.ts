/**
 * How export and erasure treat every column that can hold an id, a name or a text. A test compares this list with the
 * database, so a new table or column fails there until someone has decided.
 */

/** The kind of personal data in a column, and how an erasure treats it. */
export type Treatment =
  /** The account the row is about: the row is deleted. */
  | 'person'
  /** The account that acted, in a record that stays: the column becomes null. */
  | 'actor'
  /**
   * The account that a record for moderators is about: the column becomes null, and the
   * account's own export leaves the row out.
   */
  | 'hidden'
  /** A post: rows about posts by or about the person are deleted. */
  | 'post'
  /** Free text, or a list of texts such as codes of guidelines: mentions are masked. */
  | 'text'
  /** JSON: mentions are masked. */
  | 'json'
  /**
   * Roster, chat and facts of a battle: the person is masked, and the replay's file, video, timeline and thumbnail are removed.
   */
  | 'battle'
  /** The name of an uploaded file: replaced when it contains the name. */
  | 'file name'
  /** Numbers of posts, which follow the posts: none are left of an account without posts. */
  | 'number'
  /** Deleted with its row, and in no other row about a person. */
  | 'none';

/** Tables by name, in the order in which rows can be deleted, each with its columns by treatment. The first column is its key. */
export const COVERAGE: Readonly<Record<string, Readonly<Partial<Record<Treatment, readonly string[]>>>>> = {
  notifications: {
    none: ['id', 'mod_action_id', 'ban_id'],
    person: ['account_id'],
    post: ['post_id'],
    // The erasure also deletes notifications whose payload is about the person.
    json: ['payload'],
  },
  reports: {
    none: ['id', 'outcome', 'decision_id'],
    hidden: ['about_id'],
    post: ['post_id'],
    person: ['reporter_id'],
    text: ['rule', 'words', 'sentence'],
  },
  reviews: {
    post: ['post_id'],
    person: ['author_id', 'player_id'],
    actor: ['claimed_by', 'decided_by', 'asked_by'],
    none: ['decision_id'],
  },
  post_versions: { none: ['id'], post: ['post_id'], json: ['text'] },
  review_log: { none: ['id', 'report_id', 'action'], post: ['post_id'], actor: ['mod_id'] },
  report_mutes: { person: ['account_id'] },
  objections: {
    none: ['id', 'decision_id', 'verdict'],
    person: ['author_id'],
    actor: ['decided_by', 'claimed_by'],
    text: ['words', 'reason'],
  },
  ban_posts: { none: ['ban_id', 'post_id'], hidden: ['author_id', 'player_id'] },
  warnings: { none: ['id', 'action_id'], person: ['person_id'] },
  decisions: {
    // The erasure also deletes decisions about the person's posts themselves; bans and warnings of others stay.
    none: ['id', 'kind', 'post_id'],
    person: ['person_id'],
    actor: ['other_id', 'mod_id'],
    text: ['reason', 'rules'],
    json: ['former'],
  },
  reply_versions: { none: ['id'], post: ['post_id'], person: ['author_id'], text: ['content'] },
  replies: { post: ['post_id'], person: ['author_id'], text: ['content'], none: ['answers'] },
  staff_notes: {
    none: ['id'],
    person: ['player_id'],
    post: ['post_id'],
    actor: ['author_id'],
    text: ['words'],
  },
  mod_actions: {
    none: ['id'],
    post: ['post_id'],
    person: ['author_id'],
    actor: ['mod_id', 'reverted_by'],
    text: ['reason', 'rules'],
    json: ['updated_post', 'previous_post'],
  },
  platform_bans: {
    none: ['id', 'post_ids'],
    person: ['user_id'],
    actor: ['mod_id'],
    text: ['reason', 'rules'],
  },
  deleted_posts: { person: ['author_id', 'player_id'] },
  // A random id says nothing about a post that no longer exists.
  gone_posts: { none: ['id'] },
  role_changes: { none: ['id', 'role', 'changed_by'], actor: ['account_id'] },
  replays: {
    none: [
      ...['id', 'sha256', 'minimap_sha256', 'timeline_sha256', 'thumbnail_sha256'],
      ...['map', 'played_at', 'arena_id'],
      // Places of ships, by their number in the roster.
      ...['tracks', 'author_ship', 'player_ship', 'named_ship', 'ship_name'],
    ],
    post: ['post_id'],
    'file name': ['file_name'],
    battle: ['players', 'chat_messages', 'facts'],
    json: ['thumbnail_shown'],
    text: ['last_error'],
  },
  posts: {
    none: ['id', 'ticket_id', 'advice'],
    person: ['author_id', 'player_id'],
    text: ['title', 'content'],
  },
  users: { person: ['id'], none: ['seed', 'roles'] },
  named_accounts: { person: ['id'], none: ['name', 'day'] },
  former_names: { person: ['player_id'], none: ['name'] },
  players: { person: ['id'], none: ['username', 'clan_id'] },
  ships: { none: ['id', 'name', 'first_replay', 'second_replay'] },
  clans: { none: ['id', 'tag', 'name', 'league_color'], text: ['description'] },
  // `withdrawPerson` has these messages deleted on Discord, and their rows with them.
  discord_messages: { none: ['id', 'kind', 'post_id', 'player_id', 'message_id'] },
  post_count_changes: { none: ['day'], number: ['author_id', 'player_id'] },
  daily_post_totals: { none: ['day'] },
  daily_sign_post_totals: { none: ['day'] },
  player_post_totals: { number: ['player_id'], none: ['direction'] },
  openid_nonces: { none: ['nonce'] },
  meta: { none: ['key', 'value'] },
  processes: { none: ['id', 'host', 'keys'] },
  person_erasures: { none: ['fingerprint', 'erasure_id'] },
};

/** The column that names a row of a table in reports. */
export const keyOf = (table: string): string => Object.values(COVERAGE[table] ?? {})[0]?.[0] ?? '';

/** The columns of a table with one of the treatments. */
export const columnsOf = (table: string, ...treatments: readonly Treatment[]): string[] =>
  treatments.flatMap((treatment) => COVERAGE[table]?.[treatment] ?? []);

/** The columns of all tables with one of the treatments. */
export function columnsWith(...treatments: readonly Treatment[]): { table: string; column: string }[] {
  return Object.keys(COVERAGE).flatMap((table) =>
    columnsOf(table, ...treatments).map((column) => ({ table, column })),
  );
}

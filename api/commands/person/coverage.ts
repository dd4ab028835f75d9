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
  /** A post: rows about posts by or about the person are deleted. */
  | 'post'
  /** Free text: mentions are masked. */
  | 'text'
  /** JSON: mentions are masked. */
  | 'json'
  /** Roster, chat and facts of a battle: the person is masked, and the replay's file, video, timeline and thumbnail are removed. */
  | 'battle'
  /** The name of an uploaded file: replaced when it contains the name. */
  | 'file name'
  /** Numbers of posts, which follow the posts: none are left of an account without posts. */
  | 'number'
  /** Deleted with its row, and in no other row about a person. */
  | 'none';

/** Tables by name, in the order in which rows can be deleted; columns by name. */
export const COVERAGE: Readonly<Record<string, Readonly<Record<string, Treatment>>>> = {
  notifications: {
    id: 'none',
    account_id: 'person',
    post_id: 'post',
    mod_action_id: 'none',
    ban_id: 'none',
    // The erasure also deletes notifications whose payload is about the person.
    payload: 'json',
  },
  reports: {
    id: 'none',
    post_id: 'post',
    reporter_id: 'person',
    rule: 'none',
    words: 'text',
    outcome: 'none',
    sentence: 'text',
  },
  reviews: {
    post_id: 'post',
    author_id: 'person',
    player_id: 'person',
    claimed_by: 'actor',
    decided_by: 'actor',
    asked_by: 'actor',
  },
  post_versions: { id: 'none', post_id: 'post', text: 'json' },
  review_log: { id: 'none', post_id: 'post', report_id: 'none', mod_id: 'actor', action: 'none' },
  report_mutes: { account_id: 'person' },
  objections: {
    id: 'none',
    decision_id: 'none',
    author_id: 'person',
    words: 'text',
    verdict: 'none',
    reason: 'text',
    decided_by: 'actor',
  },
  warnings: { id: 'none', person_id: 'person', action_id: 'none' },
  decisions: {
    id: 'none',
    kind: 'none',
    person_id: 'person',
    other_id: 'actor',
    // The erasure also deletes decisions about the person's posts themselves; bans and warnings of others stay.
    post_id: 'none',
    mod_id: 'actor',
    rules: 'none',
    reason: 'text',
    former: 'json',
  },
  replies: { post_id: 'post', author_id: 'person', content: 'text' },
  staff_notes: { id: 'none', player_id: 'person', post_id: 'post', author_id: 'actor', words: 'text' },
  mod_actions: {
    id: 'none',
    post_id: 'post',
    author_id: 'person',
    mod_id: 'actor',
    reason: 'text',
    rules: 'none',
    updated_post: 'json',
    previous_post: 'json',
    reverted_by: 'actor',
  },
  platform_bans: {
    id: 'none',
    user_id: 'person',
    mod_id: 'actor',
    reason: 'text',
    rules: 'none',
    post_ids: 'none',
  },
  deleted_posts: { author_id: 'person', player_id: 'person' },
  // A random id says nothing about a post that no longer exists.
  gone_posts: { id: 'none' },
  role_changes: { id: 'none', account_id: 'actor', role: 'none', changed_by: 'none' },
  replays: {
    id: 'none',
    post_id: 'post',
    file_name: 'file name',
    sha256: 'none',
    minimap_sha256: 'none',
    timeline_sha256: 'none',
    thumbnail_sha256: 'none',
    thumbnail_version: 'none',
    thumbnail_shown: 'none',
    players: 'battle',
    chat_messages: 'battle',
    facts: 'battle',
    map: 'none',
    played_at: 'none',
    arena_id: 'none',
    // Places of ships, by their number in the roster.
    tracks: 'none',
    author_ship: 'none',
    player_ship: 'none',
    named_ship: 'none',
    ship_name: 'none',
    last_error: 'text',
  },
  posts: {
    id: 'none',
    author_id: 'person',
    player_id: 'person',
    title: 'text',
    content: 'text',
    ticket_id: 'none',
    advice: 'none',
  },
  users: { id: 'person', seed: 'none', roles: 'none' },
  former_names: { player_id: 'person', name: 'none' },
  players: { id: 'person', username: 'none', clan_id: 'none' },
  ships: { id: 'none', name: 'none', first_replay: 'none', second_replay: 'none' },
  clans: { id: 'none', tag: 'none', name: 'none', league_color: 'none', description: 'text' },
  // `withdrawPerson` has these messages deleted on Discord, and their rows with them.
  discord_messages: { id: 'none', kind: 'none', post_id: 'none', player_id: 'none', message_id: 'none' },
  post_count_changes: { day: 'none', author_id: 'number', player_id: 'number' },
  daily_post_totals: { day: 'none' },
  daily_sign_post_totals: { day: 'none' },
  player_post_totals: { player_id: 'number', direction: 'none' },
  openid_nonces: { nonce: 'none' },
  meta: { key: 'none', value: 'none' },
  processes: { id: 'none', host: 'none', keys: 'none' },
  person_erasures: { fingerprint: 'none', erasure_id: 'none' },
};

/** The column that names a row of a table in reports: the first one. */
export const keyOf = (table: string): string => Object.keys(COVERAGE[table] ?? {})[0] ?? '';

/** The columns of a table with one of the treatments. */
export function columnsOf(table: string, ...treatments: readonly Treatment[]): string[] {
  const columns = Object.entries(COVERAGE[table] ?? {});
  return columns.filter(([, treatment]) => treatments.includes(treatment)).map(([name]) => name);
}

/** The columns of all tables with one of the treatments. */
export function columnsWith(...treatments: readonly Treatment[]): { table: string; column: string }[] {
  return Object.keys(COVERAGE).flatMap((table) =>
    columnsOf(table, ...treatments).map((column) => ({ table, column })),
  );
}

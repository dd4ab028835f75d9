/** A person with data in every table, among other people's data that must stay. */
import { eq, sql } from 'drizzle-orm';
import { type ErasureOptions, erasePerson } from '#api/commands/person/erase.ts';
import type { ErasureReport } from '#api/commands/person/report.ts';
import type { Sought } from '#api/commands/person/scan.ts';
import { grantRole } from '#api/commands/role/change.ts';
import { decisions, staffNotes } from '#api/db/decision-schema.ts';
import { notifications } from '#api/db/message-schema.ts';
import { modActions, platformBans } from '#api/db/moderation-schema.ts';
import { namedAccounts } from '#api/db/person-schema.ts';
import { replays } from '#api/db/replay-schema.ts';
import { reports } from '#api/db/review-schema.ts';
import { recordSignIn } from '#api/model/auth/queries.ts';
import { ADMIN_AND_MOD, AURORA, BORODINO, CONTENT, HOOD, type TestApi } from '#tests/support/api.ts';
import { scanFor } from '#tests/support/person.ts';
import { fileOf, fullBattle } from '#tests/support/replay-file.ts';
import { withEffects } from '#tests/support/test-database.ts';

/** The person: an id and a name that appear nowhere else. */
export const PERSON = 987_123_456;
export const NAME = 'Zephyr_Gone';
export const OLD_NAME = 'Zephyr_Before';
/** Of a post that its player has read and its author deleted. */
export const DELETED_WORDS = 'Words of a deleted post';
const BAN_WORDS = 'Words about the ban';
/** Of a reply that was reported. */
export const WITHDRAWN_WORDS = 'Words of a withdrawn reply';

/** Codes of guidelines as a client may send them. */
const CODES = [`As ${NAME} said, "rude"`, 'insults'];

/** Of another player's objection that the person decided. */
export const OTHERS_WORDS = 'Words of another player';

/** Texts that no row, file or answer may contain after an erasure. */
export const TRACES = [String(PERSON), NAME, OLD_NAME, DELETED_WORDS, BAN_WORDS, WITHDRAWN_WORDS];

/** A replay, with a timeline, of a battle with the person, who chats and is mentioned. */
export function battleFile(name = NAME): Uint8Array {
  const battle = fullBattle();
  Object.assign(battle.participants[2] ?? {}, { accountId: PERSON, name });
  const chat = [
    { from: 2, group: 'battle_team', text: 'Words of the person' },
    { from: 1, group: 'battle_team', text: `Well done, ${name.toLowerCase()}!` },
  ];
  return fileOf({ ...battle, chat });
}

/** Ids of posts that stay. */
export interface Kept {
  /** With a battle of the person. */
  battle: string;
  /** Whose text mentions the person. */
  mention: string;
  /** Removed by the person as a moderator. */
  moderated: string;
}

/** Creates the data through the API's calls. */
export async function createPerson(api: TestApi): Promise<Kept> {
  const create = async (
    author: number,
    player: number,
    dto: object = {},
    file?: Uint8Array,
    name?: string,
  ) => {
    api.clock.now += 1000;
    const options = { as: author, replay: file, ...(name && { fileName: name }) };
    const { status, json } = await api.createPost({ player: { id: player }, ...dto }, options);
    if (status !== 201) throw new Error(`${status} ${JSON.stringify(json)}`);
    return json.id as string;
  };
  const act = async (as: number, postId: string, updatedPost?: object) => {
    const { status } = await api.moderate(postId, { as, reason, updatedPost });
    if (status !== 202) throw new Error(`mod action: ${status}`);
  };
  const reason = `As ${NAME} reported`;
  await api.addPlayer({ id: PERSON, username: OLD_NAME });
  // The publisher reports a new name.
  await api.database.transaction('eu', (db) =>
    recordSignIn(db, { id: PERSON, username: NAME }, api.clock.now),
  );
  const operator = { accountId: PERSON, changedBy: 'a test', now: api.clock.now };
  await api.database.transaction('eu', async (db) => {
    await grantRole(db, { ...operator, role: 'mod' });
    const name = NAME.toLowerCase();
    await db.insert(namedAccounts).values({ name, id: PERSON, day: new Date(api.clock.now) });
  });
  const description = `Led by **${NAME}**`;
  await api.addClan({ id: 500_900_555, tag: 'GONE', name: 'Gone fishing', description });
  const ticket = { supportTicketStatus: { hasTicket: true, ticketId: 'T1234' } };
  await create(PERSON, AURORA, { flairs: 1 + 4, ...ticket }, battleFile());
  const edited = await create(PERSON, BORODINO);
  const answered = await create(AURORA, PERSON, { flairs: 2, ...ticket }, battleFile(), `${NAME}.wowsreplay`);
  const deleted = await create(PERSON, HOOD, { title: DELETED_WORDS });
  await api.database.transaction('eu', (db) =>
    db
      .update(notifications)
      .set({ acknowledgedAt: new Date(api.clock.now) })
      .where(eq(notifications.postId, deleted)),
  );
  await api.call('DELETE', `/api/post/${deleted}`, { as: PERSON });
  const battle = await create(AURORA, BORODINO, { flairs: 1 }, battleFile(OLD_NAME), `x_${NAME}.wowsreplay`);
  const text = { title: `About ${NAME}`, content: `${CONTENT} Ask _${NAME}_ (${PERSON}) or ZEPHYR_GONE.` };
  const mention = await create(AURORA, HOOD, text);
  const moderated = await create(HOOD, BORODINO);
  await act(ADMIN_AND_MOD, edited, { ...text, flairs: 0 });
  await act(ADMIN_AND_MOD, mention, { ...text, flairs: 0 });
  await act(PERSON, moderated);
  const body = { postId: battle, rule: 'insults', words: `Ask ${NAME}`, moment: null };
  const report = await api.call('POST', '/api/report', { as: PERSON, body });
  const item = `/api/mod/reviews/${battle}/reports/${report.json.id}`;
  await api.call('POST', `${item}/mute`, { as: ADMIN_AND_MOD, body: { days: 3 } });
  const judged = await create(BORODINO, AURORA);
  const keep = { as: PERSON, body: { sentence: 'It is fair.' } };
  const kept = await api.call('POST', `/api/mod/reviews/${judged}/keep`, keep);
  if (kept.status !== 204) throw new Error(`keep: ${kept.status} ${kept.text}`);
  const other = await api.addPlayer();
  await api.call('POST', '/api/mod/bans?days=0', { as: PERSON, body: { userId: other, reason } });
  const otherBan = await api.call('POST', '/api/mod/bans?days=3', {
    as: ADMIN_AND_MOD,
    body: { userId: other, reason: `Insulted ${NAME}` },
  });
  const send = async (method: string, path: string, as: number, body: object) => {
    const { status, text, json } = await api.call(method, path, { as, body });
    if (status >= 300) throw new Error(`${path}: ${status} ${text}`);
    return json;
  };
  const reply = `/api/post/${answered}/reply`;
  await send('PUT', reply, PERSON, { content: WITHDRAWN_WORDS });
  await send('POST', '/api/report', AURORA, { ...body, postId: answered, words: '', ofReply: true });
  await send('DELETE', reply, PERSON, {});
  await send('PUT', reply, PERSON, { content: 'It was my first battle.' });
  const words = `${OTHERS_WORDS} about ${NAME}`;
  const objection = await send('POST', `/api/decisions/${otherBan.json.id}/objection`, other, { words });
  await send('POST', `/api/mod/objections/${objection.id}/decision`, PERSON, { verdict: 'upheld', reason });
  await api.database.transaction('eu', (db) =>
    db.insert(staffNotes).values({
      ...{ playerId: PERSON, authorId: HOOD, words: `Ask ${NAME} again`, createdAt: new Date(api.clock.now) },
    }),
  );
  const ban = { userId: PERSON, reason: `${reason}. ${BAN_WORDS}` };
  const { id: banned } = await send('POST', '/api/mod/bans?days=7', ADMIN_AND_MOD, ban);
  await send('POST', `/api/decisions/${banned}/objection`, PERSON, { words: 'I did not' });
  await send('POST', '/api/mod/warnings', ADMIN_AND_MOD, { ...ban, postId: null });
  const by = { id: PERSON, name: NAME };
  const sinking = { of: 'player', at: '14:39', left: true, by } as const;
  const thumbnailShown = { author: true, player: true, sunk: '14:39', sinkings: [sinking] };
  await api.addReplay(judged);
  await api.database.transaction('eu', async (db) => {
    await db.update(replays).set({ lastError: sql`'Cannot draw ' || ${NAME}::text`, thumbnailShown });
    for (const table of [decisions, modActions, platformBans]) await db.update(table).set({ rules: CODES });
    const decided = { words: '', outcome: 'kept', decidedAt: new Date(api.clock.now) };
    await db
      .insert(reports)
      .values({ postId: mention, reporterId: BORODINO, rule: `like ${NAME}`, ...decided });
  });
  return { battle, mention, moderated };
}

/** Erases the person as the command does. `whileSearching` runs after the search. */
export async function erase(
  api: TestApi,
  id = PERSON,
  {
    whileSearching,
    keepMentions = false,
    ...sought
  }: Partial<ErasureOptions & Sought> & { whileSearching?: () => Promise<void> } = {},
): Promise<ErasureReport> {
  const database = withEffects(api.database, () => api.clock.now);
  const scan = await scanFor(api.database, id, sought);
  await whileSearching?.();
  return database.write('eu', (tx) =>
    erasePerson(tx, { database, files: api.files }, scan, { keepMentions }),
  );
}

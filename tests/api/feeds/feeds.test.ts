/** Atom feeds (Rule 23.9). */
import { beforeEach, expect, test } from 'vitest';
import { AURORA, CONTENT, DAY, OPTED_OUT, START } from '#tests/support/api.ts';
import { setUpApi } from '#tests/support/api-fixture.ts';

const api = setUpApi();
let player: number;
beforeEach(async () => {
  player = await api.addPlayer({ username: 'Calm_Harbour' });
});

const feedOf = (path: string, headers: Record<string, string> = {}) =>
  api.call('GET', `/feed/${path}.atom`, { headers });
const entries = (xml: string): string[] => xml.split('<entry>').slice(1);

test('an entry has title, link, author, times and the start of the post', async () => {
  const id = await api.addPost({
    author: AURORA,
    player,
    title: 'A fair fight',
    flairs: 1,
    createdAt: START,
  });
  const { text, headers } = await feedOf(`player/${player}`);
  expect(headers['content-type']).toBe('application/atom+xml; charset=utf-8');
  const [entry = ''] = entries(text);
  for (const part of [
    '<![CDATA[A fair fight]]>',
    `<id>urn:uuid:${id}</id>`,
    `<link href="http://localhost:4321/posts/${id}"/>`,
    '<name>Aurora_Captain</name>',
    `<published>${new Date(START).toISOString()}</published>`,
    `Aurora_Captain about Calm_Harbour · positive performance · ${CONTENT}`,
  ])
    expect(entry).toContain(part);
  expect(text).toContain('<logo>http://localhost:4321/icons/icon-512.png</logo>');
  expect(text).toContain('<title>Posts about Calm_Harbour · Fleet Karma EU</title>');
  expect(text).toContain(`<link rel="self" href="http://localhost:5010/feed/player/${player}.atom"/>`);
});

test('an entry has the whole text in paragraphs, without markdown', async () => {
  const start = 'Held **the flank** for ten minutes & never once complained.';
  const content = `${start}\n\n- ${'word '.repeat(380)}end`;
  await api.addPost({ player, content });
  const [entry = ''] = entries((await feedOf(`player/${player}`)).text);
  const [, html] = /<content type="html"><!\[CDATA\[(.*)\]\]><\/content>/.exec(entry) ?? [];
  const paragraphs = [
    'Held the flank for ten minutes &amp; never once complained.',
    `${'word '.repeat(380)}end`,
  ];
  expect(html).toBe(paragraphs.map((text) => `<p>${text}</p>`).join(''));
});

test('hostile text stays text', async () => {
  const author = await api.addPlayer({ username: '</name><script>"&' });
  const content = `${CONTENT} ]]> <b>\u0007\ufffe\uffff`;
  await api.addPost({ author, player, title: ']]><script>alert(1)</script>&amp;\ufffe\uffff', content });
  const { text } = await feedOf(`player/${player}`);
  for (const part of ['<script>', '<b>', '\u0007', '\ufffe', '\uffff']) expect(text).not.toContain(part);
  // Every closing of a section is followed by its element's end, or continues in the next section.
  for (const [, next] of text.matchAll(/\]\]>(.{0,9})/g)) expect(next).toMatch(/^<(\/|!\[CDATA)/);
});

test('the latest feed leaves out removed posts and posts about players who opted out', async () => {
  const shown = await api.addPost({ player, createdAt: START });
  const removed = await api.addPost({ player, modLocked: true, createdAt: START });
  const hidden = await api.addPost({ player: OPTED_OUT, createdAt: START });
  const { text } = await feedOf('latest');
  expect([shown, removed, hidden].map((id) => text.includes(id))).toEqual([true, false, false]);
  expect((await api.call('GET', '/feed/latest.atom', { as: AURORA })).text).toBe(text);
});

test('the feed of a player who opted out is empty and has no name', async () => {
  const id = await api.addPlayer({ username: 'Shy_Captain', optedOut: true });
  await api.addPost({ player: id });
  const { status, text } = await feedOf(`player/${id}`);
  expect([status, entries(text).length, text.includes('Shy_Captain')]).toEqual([200, 0, false]);
});

test('a feed has at most 25 entries, of any length, and is answered 304 until it changes', async () => {
  for (let count = 0; count < 27; count += 1) await api.addPost({ player, content: '艦'.repeat(2000) });
  const { headers, bytes, text } = await feedOf(`player/${player}`);
  expect([entries(text).length, bytes.length > 100_000]).toEqual([25, true]);
  const unchanged = { 'if-none-match': String(headers.etag) };
  expect((await feedOf(`player/${player}`, unchanged)).status).toBe(304);
  await api.addPost({ player, createdAt: START + DAY });
  expect((await feedOf(`player/${player}`, unchanged)).status).toBe(200);
});

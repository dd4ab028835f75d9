/** The edge handler: who waits, what is cached, and which headers an answer has (Rules 23.1 to 23.6). */
import { describe, expect, test, vi } from 'vitest';
import {
  BROWSER,
  DISCORD,
  jsonAnswer,
  makePreview,
  PLAYER_PATH,
  POST_ID,
  SHELL,
  SHELL_HEADERS,
  setUpEdge,
} from '#tests/support/edge.ts';

const never = () => new Promise<Response>(() => undefined);
const CONTENT = /content="([^"]*)"/;
const tag = (html: string, name: string): string | undefined =>
  CONTENT.exec(html.split(new RegExp(`(?:property|name)="${name}"`))[1] ?? '')?.[1];

describe('a crawler', () => {
  test('gets title, description, canonical address, picture and card (Rule 23.1)', async () => {
    const edge = setUpEdge(() => jsonAnswer(makePreview()));
    const html = await (await edge.crawl(PLAYER_PATH)).text();
    expect(html).toContain('<title>Aurora_Captain · Fleet Karma EU</title>');
    expect(html).toContain(`<link rel="canonical" href="https://eu.example.org${PLAYER_PATH}">`);
    expect(html).toContain('href="https://api.eu.example.org/feed/player/500000001.atom"');
    const tags = [
      'description',
      'og:site_name',
      'og:type',
      'og:title',
      'og:description',
      'og:url',
      'og:image',
    ];
    const picture = ['og:image:width', 'og:image:height', 'og:image:alt', 'twitter:card'];
    expect([...tags, ...picture].map((name) => tag(html, name))).toEqual([
      'Karma +12',
      'Fleet Karma EU',
      'profile',
      'Aurora_Captain',
      'Karma +12',
      `https://eu.example.org${PLAYER_PATH}`,
      'https://api.eu.example.org/og/player/500000001.png?v=abc123',
      '1200',
      '630',
      'A picture',
      'summary_large_image',
    ]);
  });

  test('gets no link to a feed where the API has none', async () => {
    const edge = setUpEdge(() => jsonAnswer(makePreview()), { feedLinks: false });
    const html = await (await edge.crawl(PLAYER_PATH)).text();
    expect(html).toContain('<title>Aurora_Captain');
    expect(html).not.toContain('rel="alternate"');
  });

  test.each([
    [`/posts/${POST_ID.toUpperCase()}`, `/og/post/${POST_ID}.json`],
    ['/clan/500000900,WAVES-Rolling', '/og/clan/500000900.json'],
    ['/player/0500000001%2CAurora', '/og/player/500000001.json'],
  ])('of %s gets the preview of %s', async (path, call) => {
    const edge = setUpEdge(() => jsonAnswer({}, 404));
    await edge.crawl(path);
    expect(edge.asked).toEqual([`https://api.eu.example.org${call}`]);
  });

  test('waits at most 300 ms and then gets the plain page (Rule 23.4)', async () => {
    vi.useFakeTimers();
    const edge = setUpEdge(never);
    const answer = edge.crawl(PLAYER_PATH);
    await vi.advanceTimersByTimeAsync(299);
    expect(edge.requests).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(await (await answer).text()).toBe(SHELL);
    vi.useRealTimers();
  });

  test.each([
    DISCORD,
    'Twitterbot/1.0',
    'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
    'facebookexternalhit/1.1',
    'TelegramBot (like TwitterBot)',
    'WhatsApp/2.23.20.0 A',
    'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
  ])('is known as %s', async (agent) => {
    const edge = setUpEdge(() => jsonAnswer(makePreview()));
    const answer = await edge.visit(PLAYER_PATH, { 'user-agent': agent });
    expect(await answer.text()).toContain('og:title');
  });
});

describe('a browser', () => {
  test('gets the plain page at once while the API hangs (Rule 23.4)', async () => {
    const edge = setUpEdge(never);
    const answer = await edge.visit(PLAYER_PATH, { 'user-agent': BROWSER });
    expect(await answer.text()).toBe(SHELL);
    expect(answer.headers.get('etag')).toBe(SHELL_HEADERS.etag);
  });

  test('gets the preview once it is cached', async () => {
    const edge = setUpEdge(() => jsonAnswer(makePreview()));
    await edge.visit(PLAYER_PATH, { 'user-agent': BROWSER });
    await edge.settle();
    const second = await edge.visit(PLAYER_PATH, { 'user-agent': BROWSER });
    expect(await second.text()).toContain('<title>Aurora_Captain · Fleet Karma EU</title>');
    expect(edge.asked).toHaveLength(1);
  });

  test('gets the old preview while a new one loads, for at most ten minutes', async () => {
    const answers = [jsonAnswer(makePreview()), jsonAnswer(makePreview({ title: 'Renamed' }))];
    const edge = setUpEdge(() => answers.shift() ?? new Response(null, { status: 503 }));
    await edge.crawl(PLAYER_PATH);
    edge.clock.now += 61_000;
    expect(await (await edge.visit(PLAYER_PATH)).text()).toContain('Aurora_Captain ·');
    await edge.settle();
    expect(await (await edge.visit(PLAYER_PATH)).text()).toContain('Renamed ·');
    edge.clock.now += 9 * 60_000;
    await edge.visit(PLAYER_PATH);
    await edge.settle();
    expect(await (await edge.visit(PLAYER_PATH)).text()).toContain('Renamed ·');
    edge.clock.now += 61_000;
    expect(await (await edge.visit(PLAYER_PATH)).text()).toBe(SHELL);
  });
});

describe('requests to the API', () => {
  test('are one per page, however many visitors there are (Rule 23.5)', async () => {
    const edge = setUpEdge(never);
    await Promise.all(Array.from({ length: 100 }, () => edge.visit(PLAYER_PATH)));
    expect(edge.asked).toHaveLength(1);
  });

  test('are not repeated for a page that was not found', async () => {
    const edge = setUpEdge(() => jsonAnswer({}, 404));
    await edge.crawl(PLAYER_PATH);
    expect(await (await edge.crawl(PLAYER_PATH)).text()).toBe(SHELL);
    expect(edge.asked).toHaveLength(1);
    edge.clock.now += 61_000;
    await edge.crawl(PLAYER_PATH);
    expect(edge.asked).toHaveLength(2);
  });

  test('pause for ten seconds after a failure', async () => {
    const edge = setUpEdge(() => Promise.reject(new Error('down')));
    for (let count = 0; count < 5; count += 1) await edge.crawl(PLAYER_PATH);
    expect(edge.asked).toHaveLength(1);
    edge.clock.now += 11_000;
    await edge.crawl(PLAYER_PATH);
    expect(edge.asked).toHaveLength(2);
  });

  test('are bounded when many pages are visited at once (Rule 23.5)', async () => {
    const edge = setUpEdge(never);
    await Promise.all(Array.from({ length: 1000 }, (_, id) => edge.visit(`/player/${id + 1},x`)));
    expect(edge.asked).toHaveLength(20);
  });

  test('are bounded per minute', async () => {
    const edge = setUpEdge(() => jsonAnswer({}, 404));
    for (let id = 1; id <= 1000; id += 1) await edge.crawl(`/player/${id},x`);
    expect(edge.asked).toHaveLength(600);
    edge.clock.now += 6_000;
    for (let id = 1001; id <= 2000; id += 1) await edge.crawl(`/player/${id},x`);
    expect(edge.asked).toHaveLength(660);
  });

  test('are not made for other pages, methods and impossible ids', async () => {
    const edge = setUpEdge(() => jsonAnswer(makePreview()));
    const paths = [
      '/',
      '/posts',
      '/player',
      '/player/_',
      '/player/0,x',
      '/player/99999999999999999999,x',
      '/posts/1',
    ];
    for (const path of paths) await edge.crawl(path);
    await edge.visit(PLAYER_PATH, { 'user-agent': DISCORD }, 'POST');
    expect(edge.asked).toEqual([]);
    expect(edge.requests).toHaveLength(paths.length + 1);
  });

  test('do not follow redirects', async () => {
    const redirects: string[] = [];
    const edge = setUpEdge(never, {
      fetch: async ({ redirect }) => {
        redirects.push(redirect);
        return Response.redirect('https://elsewhere.example.org/', 302);
      },
    });
    expect(await (await edge.crawl(PLAYER_PATH)).text()).toBe(SHELL);
    expect(redirects).toEqual(['manual']);
  });
});

describe('a filled page', () => {
  const setUp = () => setUpEdge(() => jsonAnswer(makePreview()));

  test('keeps the headers of the static host, without those about its bytes (Rule 23.6)', async () => {
    const headers = Object.fromEntries((await setUp().crawl(PLAYER_PATH)).headers);
    const { etag, 'last-modified': _modified, 'content-length': _length, ...kept } = SHELL_HEADERS;
    expect(headers).toEqual({ ...kept, etag: expect.stringMatching(/^W\/"[\w+/]{24}"$/) });
    expect(headers.etag).not.toBe(etag);
  });

  test('differs from the built one in the head only, and keeps its policy', async () => {
    const html = await (await setUp().crawl(PLAYER_PATH)).text();
    const bodyOf = (text: string) => text.slice(text.indexOf('</head>'));
    expect(bodyOf(html)).toBe(bodyOf(SHELL));
    const start = SHELL.indexOf('<title>Player');
    expect(html.slice(0, start)).toBe(SHELL.slice(0, start));
    expect(html.match(/name="description"/g)).toHaveLength(1);
  });

  test('is requested from the static host without conditions, range and encoding', async () => {
    const edge = setUp();
    await edge.crawl(PLAYER_PATH, {
      range: 'bytes=0-99',
      'if-none-match': '"file"',
      'accept-encoding': 'br',
    });
    const [request] = edge.requests;
    expect(request?.headers.get('accept-encoding')).toBe('identity');
    expect(request?.headers.has('range') || request?.headers.has('if-none-match')).toBe(false);
  });

  test('is answered 304 to its own ETag, but not to the one of the file', async () => {
    const edge = setUp();
    const etag = (await edge.crawl(PLAYER_PATH)).headers.get('etag') as string;
    const again = await edge.crawl(PLAYER_PATH, { 'if-none-match': `"x", ${etag}` });
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag]);
    expect((await edge.crawl(PLAYER_PATH, { 'if-none-match': '"file"' })).status).toBe(200);
  });

  test('has the same headers for HEAD, and no body', async () => {
    const edge = setUp();
    const full = await edge.crawl(PLAYER_PATH);
    const head = await edge.visit(PLAYER_PATH, { 'user-agent': DISCORD }, 'HEAD');
    expect(Object.fromEntries(head.headers)).toEqual(Object.fromEntries(full.headers));
    expect(await head.text()).toBe('');
  });
});

test.each([
  [301, 'text/html; charset=utf-8'],
  [404, 'text/html; charset=utf-8'],
  [503, 'text/html; charset=utf-8'],
  [200, 'text/plain'],
])('an answer %s %s of the static host is passed on', async (status, type) => {
  const edge = setUpEdge(() => jsonAnswer(makePreview()));
  Object.assign(edge.staticHost, { status, headers: { 'content-type': type, etag: '"x"' } });
  const answer = await edge.crawl(PLAYER_PATH);
  expect([answer.status, await answer.text(), answer.headers.get('etag')]).toEqual([status, SHELL, '"x"']);
});

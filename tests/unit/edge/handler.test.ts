/** The edge handler: who waits, what the API is asked, and which headers an answer has (Rules 23.1, 23.4 to 23.6 and 23.13). */
import { describe, expect, test, vi } from 'vitest';
import { NO_PAGE_TYPE } from '#lib/schemas/preview.ts';
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

test('no cache keeps a missing file, whatever the host says of it (Rule 21.11)', async () => {
  const edge = setUpEdge(() => jsonAnswer({}));
  edge.staticHost.status = 404;
  edge.staticHost.headers = { 'cache-control': 'public, max-age=31536000, immutable' };
  const answer = await edge.visit('/hashed/app.js');
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([404, 'no-store']);
  expect(await answer.text()).toBe(SHELL);
});

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

  test.each([
    [`/posts/${POST_ID.toUpperCase()}`, `/og/post/${POST_ID}.json`],
    ['/clan/500000900,WAVES-Rolling', '/og/clan/500000900.json?lookUp=false'],
    ['/player/0500000001%2CAurora', '/og/player/500000001.json?lookUp=false'],
  ])('of %s gets the preview of %s', async (path, call) => {
    const edge = setUpEdge(() => jsonAnswer({}, 404));
    await edge.crawl(path);
    expect(edge.asked).toEqual([`https://api.eu.example.org${call}`]);
  });

  const lookUp = (answer: () => Promise<Response>) => (url: string) =>
    url.endsWith('?lookUp=false') ? jsonAnswer(null, 202) : answer();
  const later = () =>
    new Promise<Response>((resolve) => setTimeout(resolve, 4_000, jsonAnswer(makePreview())));

  test.each([
    ['at most 300 ms and then gets the plain page', never, 300, SHELL],
    ['longer for a player whom the API looks up first', lookUp(later), 4_000, 'property="og:title"'],
    ['at most 5 s for a look-up', lookUp(never), 5_000, SHELL],
  ])('waits %s (Rule 23.4)', async (_, api, milliseconds, page) => {
    vi.useFakeTimers();
    const edge = setUpEdge(api);
    const answer = edge.crawl(PLAYER_PATH);
    await vi.advanceTimersByTimeAsync(milliseconds - 1);
    expect(edge.requests).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(await (await answer).text()).toContain(page);
    vi.useRealTimers();
  });

  test.each<[string, () => Response | Promise<Response>, number, string | null]>([
    ['is down', () => Promise.reject(new TypeError('fetch failed')), 503, '60'],
    ['starts', () => new Response(null, { status: 503 }), 503, '60'],
    ['has no previews', () => jsonAnswer({}, 404), 200, null],
    ['has had too many requests', () => new Response(null, { status: 429 }), 200, null],
  ])('gets the built page while the API %s (Rule 23.13)', async (_, api, status, retryAfter) => {
    const answer = await setUpEdge(api).crawl(PLAYER_PATH);
    expect([answer.status, answer.headers.get('retry-after'), await answer.text()]).toEqual([
      status,
      retryAfter,
      SHELL,
    ]);
  });

  test.each([
    DISCORD,
    'Twitterbot/1.0',
    'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
    'facebookexternalhit/1.1',
    'TelegramBot (like TwitterBot)',
    'WhatsApp/2.23.20.0 A',
    'Valve/Steam HTTP Client 1.0 (SteamChatURLLookup)',
    'Synapse (bot; +https://github.com/matrix-org/synapse)',
    'Discourse Forum Onebox v3.5.0',
    'Mozilla/5.0 (compatible; Yahoo! Slurp; http://help.yahoo.com/help/us/ysearch/slurp)',
    'Mozilla/5.0 (compatible; Yahoo Link Preview; https://help.yahoo.com/kb/mail/yahoo-link-preview-SLN23615.html)',
    'Mozilla/5.0 (compatible; SeznamBot/4.0; +https://o-seznam.cz/napoveda/vyhledavani/en/seznambot-crawler/)',
    'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
  ])('is known as %s', async (agent) => {
    const edge = setUpEdge(() => jsonAnswer(makePreview()));
    const answer = await edge.visit(PLAYER_PATH, { 'user-agent': agent });
    expect(await answer.text()).toContain('og:title');
  });

  test('never gets an older answer (Rule 23.5)', async () => {
    const answers = [
      jsonAnswer(makePreview()),
      jsonAnswer({}, 404),
      jsonAnswer(makePreview({ title: 'New' })),
    ];
    const edge = setUpEdge(() => answers.shift() ?? new Response(null, { status: 503 }));
    const titles = [];
    for (let count = 0; count < 4; count += 1)
      titles.push(/<title>[^<]*EU/.exec(await (await edge.crawl(PLAYER_PATH)).text())?.[0]);
    expect(titles).toEqual([
      '<title>Aurora_Captain · Fleet Karma EU',
      '<title>Player · Fleet Karma EU',
      '<title>New · Fleet Karma EU',
      '<title>Player · Fleet Karma EU',
    ]);
  });
});

/** The API's answer about a page that does not exist. */
const noPage = (status: number): Response => jsonAnswer({ type: NO_PAGE_TYPE, status }, status);

describe('a page that search engines must not list', () => {
  test.each([404, 410])(
    'has the status %s for crawlers, with the built page (Rule 23.13)',
    async (status) => {
      const edge = setUpEdge(() => noPage(status));
      const answer = await edge.crawl(PLAYER_PATH);
      expect([answer.status, await answer.text()]).toEqual([status, SHELL]);
      expect(answer.headers.get('cache-control')).toBe(status === 404 ? 'no-store' : 'private, no-cache');
      expect(answer.headers.get('vary')).toBe('Accept-Encoding, User-Agent');
      const { etag } = SHELL_HEADERS;
      const again = await edge.crawl(PLAYER_PATH, { 'if-none-match': etag, 'accept-encoding': 'br' });
      expect([again.status, again.headers.get('etag')]).toEqual([status, null]);
      // As the file is, so that the status costs no more than the page.
      expect(edge.requests.at(-1)?.headers.get('accept-encoding')).toBe('br');
      expect((await edge.visit(PLAYER_PATH)).status).toBe(200);
    },
  );

  test('has the status 404 for a player whom the publisher does not know either', async () => {
    const edge = setUpEdge((url) => (url.endsWith('?lookUp=false') ? jsonAnswer(null, 202) : noPage(404)));
    expect((await edge.crawl(PLAYER_PATH)).status).toBe(404);
  });

  test('has the status 404 at an id that cannot exist', async () => {
    const edge = setUpEdge(never);
    for (const path of ['/player/x', '/player/0,x', '/posts/1'])
      expect((await edge.crawl(path)).status, path).toBe(404);
  });

  test('has noindex and an address without a name if its player opted out (Rule 23.13)', async () => {
    const edge = setUpEdge(() => jsonAnswer({ noindex: true }));
    const answer = await edge.crawl(PLAYER_PATH);
    const added =
      '<link rel="canonical" href="https://eu.example.org/player/500000001"><meta name="robots" content="noindex">';
    expect([answer.status, await answer.text()]).toEqual([200, SHELL.replace('</head>', `${added}</head>`)]);
  });

  test.each([
    ['without a body', () => new Response(null, { status: 404 })],
    ['of a web server', () => new Response('<h1>Not found</h1>', { status: 404 })],
    ['about something else', () => jsonAnswer({ type: 'about:blank', status: 410 }, 410)],
  ])('is not meant by a 404 or 410 %s', async (_, answer) => {
    const edge = setUpEdge(answer);
    const response = await edge.crawl(PLAYER_PATH);
    expect([response.status, await response.text()]).toEqual([200, SHELL]);
  });
});

describe.each([
  ['a browser', BROWSER],
  ['an unknown program', 'curl/8.5.0'],
  ['the browser in Steam', `${BROWSER} Valve Steam Client/default/1618880164`],
])('%s', (_name, agent) => {
  test('gets the built page, and the API no request, even after a crawler (Rule 23.4)', async () => {
    const edge = setUpEdge(() => jsonAnswer(makePreview()));
    await edge.crawl(PLAYER_PATH);
    const answer = await edge.visit(PLAYER_PATH, { 'user-agent': agent });
    expect(await answer.text()).toBe(SHELL);
    expect(answer.headers.get('etag')).toBe(SHELL_HEADERS.etag);
    expect(edge.asked).toHaveLength(1);
  });
});

describe('requests to the API', () => {
  test('are bounded when many pages are visited at once (Rule 23.5)', async () => {
    const edge = setUpEdge(never);
    vi.useFakeTimers();
    const answers = Array.from({ length: 1000 }, (_, id) => edge.crawl(`/player/${id + 1},x`));
    await vi.advanceTimersByTimeAsync(300);
    await Promise.all(answers);
    vi.useRealTimers();
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

  test('of one address leave those of others (Rule 23.5)', async () => {
    vi.useFakeTimers();
    const busy = setUpEdge(never);
    const both = ['192.0.2.1', '192.0.2.2'];
    const all = both.flatMap((address) =>
      Array.from({ length: 9 }, (_, id) => busy.crawl(`/player/${id + 1},x`, {}, address)),
    );
    await vi.advanceTimersByTimeAsync(300);
    await Promise.all(all);
    vi.useRealTimers();
    expect(busy.asked).toHaveLength(8);
    const edge = setUpEdge(() => jsonAnswer({}, 404));
    for (let id = 1; id <= 200; id += 1) await edge.crawl(`/player/${id},x`, {}, '192.0.2.1');
    expect(edge.asked).toHaveLength(120);
    const others = await edge.crawl(PLAYER_PATH, {}, '192.0.2.1');
    expect([others.status, await others.text()]).toEqual([200, SHELL]);
    await edge.crawl(PLAYER_PATH, {}, '192.0.2.2');
    expect(edge.asked).toHaveLength(121);
  });

  test('that are not made count for no address (Rule 23.5)', async () => {
    const edge = setUpEdge(() => jsonAnswer({}, 404));
    for (let id = 1; id <= 600; id += 1) await edge.crawl(`/player/${id},x`, {}, `192.0.2.${id % 5}`);
    for (let id = 1; id <= 200; id += 1) await edge.crawl(`/player/${id},x`, {}, '198.51.100.1');
    expect(edge.asked).toHaveLength(600);
    edge.clock.now += 6_000;
    for (let id = 1; id <= 60; id += 1) await edge.crawl(`/player/${id},x`, {}, '198.51.100.1');
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
    expect(headers).toEqual({
      ...kept,
      etag: expect.stringMatching(/^W\/"[\w+/]{24}"$/),
      'cache-control': 'private, no-cache',
      vary: 'Accept-Encoding, User-Agent',
    });
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

  test('is answered 304 to its own ETag, not to that of the file, and has no body for HEAD', async () => {
    const edge = setUp();
    const full = await edge.crawl(PLAYER_PATH);
    const etag = full.headers.get('etag') as string;
    const again = await edge.crawl(PLAYER_PATH, { 'if-none-match': `"x", ${etag}` });
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag]);
    expect((await edge.crawl(PLAYER_PATH, { 'if-none-match': '"file"' })).status).toBe(200);
    const head = await edge.visit(PLAYER_PATH, { 'user-agent': DISCORD }, 'HEAD');
    expect(Object.fromEntries(head.headers)).toEqual(Object.fromEntries(full.headers));
    expect(await head.text()).toBe('');
  });
});

test('browsers and crawlers are kept apart in shared caches (Rule 23.6)', async () => {
  const edge = setUpEdge(() => jsonAnswer(makePreview()));
  for (const answer of [await edge.crawl(PLAYER_PATH), await edge.visit(PLAYER_PATH)])
    expect(answer.headers.get('vary')).toBe('Accept-Encoding, User-Agent');
  expect((await edge.visit('/posts')).headers.get('vary')).toBe('Accept-Encoding');
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

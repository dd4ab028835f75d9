/** The edge handler against hostile ids, names and answers (Rule 23.3). */
import fc from 'fast-check';
import { ELEMENT_NODE, type ElementNode, type Node, parse, walkSync } from 'ultrahtml';
import { expect, test } from 'vitest';
import { jsonAnswer, makePreview, SHELL, setUpEdge } from '#tests/support/edge.ts';

const RUNS = 1000;

const HOSTILE = [
  '</title><script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onload='alert(1)",
  '</head><body><h1>Mine</h1>',
  '<!-- ',
  '--><base href=//evil.example>',
  "$& $1 $` $' $$",
  '&quot;&lt;script&gt;',
  '\u202egnp.exe',
  '\ud800',
  '\u0000\u0007\r\n\u2028',
  '{{constructor}}',
  '%22%3E%3Cscript%3E',
  '<title>',
  'http-equiv="refresh" content="0;url=//evil.example"',
];

const text = fc.oneof(
  fc.constantFrom(...HOSTILE),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 60 }),
  fc
    .array(fc.constantFrom(...HOSTILE, 'Aurora', 'Ад', '提督'), { minLength: 1, maxLength: 4 })
    .map((parts) => parts.join('')),
);

/** Everything in a page that is an element, as its name and attributes. */
function elementsOf(html: string): { name: string; attributes: Record<string, string> }[] {
  const elements: { name: string; attributes: Record<string, string> }[] = [];
  walkSync(parse(html), (node: Node) => {
    if (node.type !== ELEMENT_NODE) return;
    const { name, attributes } = node as ElementNode;
    elements.push({ name, attributes });
  });
  return elements;
}

/** The page without what a preview may replace or add. */
const ALLOWED =
  /<title>[^<>]*<\/title>|<meta (?:name="(?:description|twitter:card)"|property="og:[a-z_:]+") content="[^"<>]*">|<link rel="(?:canonical|alternate)"(?: [a-z]+="[^"<>]*")+>/g;
const withoutPreview = (html: string): string => {
  const [head = '', ...rest] = html.split('</head>');
  return [head.replace(ALLOWED, ''), ...rest].join('</head>');
};

/** Checks that a page is the built one, apart from the texts of a preview. */
function expectHarmless(html: string): void {
  expect(withoutPreview(html)).toBe(withoutPreview(SHELL));
  for (const { name, attributes } of elementsOf(html)) {
    expect(Object.keys(attributes).filter((key) => /^on|^style$/.test(key))).toEqual([]);
    if (name === 'link' && attributes.rel !== 'icon')
      expect(attributes.href).toMatch(/^https:\/\/(api\.)?eu\.example\.org\//);
    if (name === 'meta' && /^og:(url|image)$/.test(attributes.property ?? ''))
      expect(attributes.content).toMatch(/^https:\/\/(api\.)?eu\.example\.org\//);
  }
}

const player = (id: number) => `/player/${id},x`;
const ids = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER });

test('hostile names change nothing but the texts of the tags', async () => {
  await fc.assert(
    fc.asyncProperty(ids, text, text, text, async (id, title, description, alt) => {
      const edge = setUpEdge(() => jsonAnswer(makePreview({ path: player(id), title, description, alt })));
      const answer = await edge.crawl(player(id));
      expect(answer.status).toBe(200);
      expectHarmless(await answer.text());
    }),
    { numRuns: RUNS },
  );
});

const segment = fc.oneof(
  text.map((value) => encodeURIComponent(value.toWellFormed())),
  fc.constantFrom(
    '..%2f..%2f',
    '%00',
    '%',
    '%E0%A4%A',
    '1e9',
    '-1',
    '0x10',
    '１２',
    '1,',
    '1%2C',
    '9'.repeat(400),
    '_',
    '1;2',
  ),
  fc.string({ maxLength: 30 }).map((value) => value.replace(/[/?#\\\s]/g, '')),
);

test('hostile ids reach the API only as numbers and GUIDs', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom('player', 'clan', 'posts'), segment, async (route, value) => {
      const edge = setUpEdge(() => jsonAnswer({}, 404));
      const answer = await edge.crawl(`/${route}/${value}`);
      expect(await answer.text()).toBe(SHELL);
      for (const url of edge.asked)
        expect(url).toMatch(
          /^https:\/\/api\.eu\.example\.org\/og\/((player|clan)\/[1-9]\d{0,15}\.json\?lookUp=false|post\/[0-9a-f-]{36}\.json)$/,
        );
    }),
    { numRuns: RUNS },
  );
});

const headers = { 'content-type': 'application/json' };
const answers = fc.oneof(
  fc.json().map((body) => () => new Response(body, { headers })),
  fc.string({ unit: 'binary' }).map((body) => () => new Response(body.toWellFormed(), { headers })),
  fc.uint8Array({ maxLength: 200 }).map((body) => () => new Response(body.slice(), { headers })),
  fc.integer({ min: 200, max: 599 }).map((status) => () => new Response(null, { status })),
  fc.constant(() => jsonAnswer(makePreview({ description: 'x'.repeat(100_000) }))),
  fc.constant(() => jsonAnswer({ ...makePreview(), padding: 'x'.repeat(100_000) })),
  fc.constant(() => Promise.reject(new Error('down'))),
  fc
    .record({ path: text, title: text, description: text, alt: text, version: text })
    .map((body) => () => jsonAnswer(body)),
  text.map((version) => () => jsonAnswer(makePreview({ version: `${version}"` }))),
  text.map((name) => () => jsonAnswer(makePreview({ path: `/player/500000001,${name}"` }))),
  fc
    .constantFrom('//evil.example/', '/player/500000002,Other', 'javascript:alert(1)', '/clan/500000001,x')
    .map((path) => () => jsonAnswer(makePreview({ path }))),
);

test('an answer that is not a preview of the page gives the plain page', async () => {
  await fc.assert(
    fc.asyncProperty(answers, async (answer) => {
      const edge = setUpEdge(answer);
      const response = await edge.crawl('/player/500000001,Aurora_Captain');
      const given = await Promise.resolve(answer()).catch(() => null);
      const isAnswer = given !== null && given.status < 500;
      expect([response.status, await response.text()]).toEqual([isAnswer ? 200 : 503, SHELL]);
    }),
    { numRuns: RUNS },
  );
});

import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { reports, reviews } from '#api/db/review-schema.ts';
import { players, posts } from '#api/db/schema.ts';
import { createTestApi, MOD, START } from '#tests/support/api.ts';
import { openCopy } from '#tests/support/postgres/databases.ts';

const first = 600_000_000;
const now = sql.raw(`'${new Date(START).toISOString()}'::timestamptz`);
test('times', async () => {
  const source = await openCopy(process.env.TEST_POSTGRES_URL ?? '');
  const api = await createTestApi({ database: source });
  const time = async (label: string) => {
    for (const [name, method, path] of [
      ['counts', 'GET', '/api/mod/reviews/counts'],
      ['list', 'GET', '/api/mod/reviews?tab=reported'],
      ['list new', 'GET', '/api/mod/reviews?tab=new'],
      ['feed as mod', 'GET', '/api/post/latest'],
    ] as const) {
      const all: number[] = [];
      for (let i = 0; i < 60; i++) {
        const at = performance.now();
        const { status } = await api.call(method, path, { as: MOD });
        expect(status).toBe(200);
        all.push(performance.now() - at);
      }
      all.sort((a, b) => a - b);
      process.stderr.write(`${label} ${name} median ${(all[30] ?? 0).toFixed(2)} ms\n`);
    }
    const ids = (await api.call('GET', '/api/mod/reviews?tab=reported', { as: MOD })).json.entries.map((e: { postId: string }) => e.postId);
    const all: number[] = [];
    for (const id of ids.slice(0, 20)) {
      const at = performance.now();
      expect((await api.call('POST', `/api/mod/reviews/${id}/claim`, { as: MOD })).status).toBe(200);
      all.push(performance.now() - at);
    }
    all.sort((a, b) => a - b);
    process.stderr.write(`${label} claim median ${(all[all.length >> 1] ?? 0).toFixed(2)} ms of ${all.length}\n`);
  };
  const person = (n: string) => sql.raw(`${first} + (${n})::bigint % 20000`);
  const fill = async (from: number, to: number, step: number) => {
    await source.transaction('eu', async (db) => {
      await db.execute(sql`insert into ${players} (id, username) select ${first} + n, md5(n::text) from generate_series(0, 19999) n on conflict do nothing`);
      await db.execute(sql`insert into ${posts} (author_id, player_id, flairs, title, content, created_at)
        select ${person('n * 7')}, ${person('n * 11 + 3')}, 0, 'Number ' || n, repeat('word ', 40), ${now} - n * interval '1 minute' from generate_series(${sql.raw(String(from))}, ${sql.raw(String(to))}) n`);
    });
    await source.transaction('eu', async (db) => {
      await db.execute(sql`insert into ${reviews} (post_id, author_id, player_id, kind, reports, opened_at)
        select id, author_id, player_id, (n / ${sql.raw(String(step))}) % 3, case when (n / ${sql.raw(String(step))}) % 3 = 2 then 1 + n % 4 else 0 end, created_at from
        (select *, substr(title, 8)::int as n from ${posts} where title like 'Number %' and created_at between ${now} - ${sql.raw(String(to))} * interval '1 minute' and ${now} - ${sql.raw(String(from))} * interval '1 minute') x where n % ${sql.raw(String(step))} = 0`);
      await db.execute(sql`insert into ${reports} (post_id, reporter_id, rule, words) select post_id, ${person('reports * 7 + kind')}, 'insults', '' from ${reviews} where reports > 0 on conflict do nothing`);
    });
  };
  const count = async () => {
    const { rows } = await source.read('eu', (db) => db.execute(sql`select kind, count(*) from ${reviews} where decided_at is null group by 1 order by 1`));
    process.stderr.write(`open ${JSON.stringify(rows)}\n`);
  };
  await fill(1, 300, 5);
  await count();
  await time('small');
  for (let at = 1; at <= 20; at++) await fill(at * 50_000, at * 50_000 + 49_999, 100);
  await count();
  const pg = await import('pg');
  const client = new pg.default.Client({ connectionString: source.url });
  await client.connect();
  await client.query('vacuum analyze');
  await client.end();
  await time('large');
  await api.close();
  await source.close();
}, 900_000);

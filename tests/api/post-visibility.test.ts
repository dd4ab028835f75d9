/** Compares the forms of the listing rule, SQL and loaded posts, for every viewer and kind of post. */
import { inArray, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { posts } from '#api/db/schema.ts';
import { buildStatement, runStatement } from '#api/db/statements.ts';
import type { FeedFilter } from '#api/model/posts/filters.ts';
import { findPosts } from '#api/model/posts/queries.ts';
import { feedSources } from '#api/model/posts/sources.ts';
import { isListed, optOutAllows, whereListed, whereOptOutAllows } from '#api/model/posts/visibility.ts';
import type { Viewer } from '#lib/domain/permissions.ts';
import type { Role } from '#lib/schemas/session.ts';
import { BORODINO, HOOD, OPTED_OUT } from '#tests/support/api.ts';
import { setUpApi } from '#tests/support/api-fixture.ts';

const ROLES: readonly (readonly Role[])[] = [[], ['wg'], ['mod'], ['admin'], ['mod', 'admin']];
/** A visitor, and every combination of roles as author, subject and neither. */
const VIEWERS: readonly Viewer[] = [
  null,
  ...[BORODINO, HOOD, OPTED_OUT, 599_999_999].flatMap((id) => ROLES.map((roles) => ({ id, roles }))),
];

const api = setUpApi();
let ids: string[];
beforeAll(async () => {
  const kinds = [HOOD, OPTED_OUT].flatMap((player) =>
    [false, true].map((modLocked) => ({ author: BORODINO, player, modLocked })),
  );
  ids = await Promise.all(kinds.map((kind) => api.addPost(kind)));
});

const nameOf = (viewer: Viewer): string => (viewer ? `${viewer.id} ${viewer.roles.join('+')}` : 'a visitor');

describe.each(VIEWERS.map((viewer) => [nameOf(viewer), viewer] as const))('for %s', (_, viewer) => {
  test('SQL and loaded posts agree on what is listed', async () => {
    await api.database.read('eu', async (db) => {
      const all = await findPosts(db, ids);
      expect(all).toHaveLength(ids.length);
      const found = async (where: ReturnType<typeof whereListed>) => {
        const matching = sql`select id from ${posts} where ${inArray(posts.id, ids)} and ${where ?? sql`true`}`;
        const rows = await runStatement<{ id: string }>(db, buildStatement(matching), { viewer: viewer?.id });
        return (
          await findPosts(
            db,
            rows.map(({ id }) => id),
          )
        ).map(({ id }) => id);
      };
      expect(await found(whereListed(viewer))).toEqual(
        all.filter((post) => isListed(viewer, post)).map(({ id }) => id),
      );
      expect(await found(whereOptOutAllows(viewer))).toEqual(
        all.filter((post) => optOutAllows(viewer, post)).map(({ id }) => id),
      );
    });
  });

  test.each<FeedFilter>([
    { hasReplay: undefined, hideModActions: false },
    { hasReplay: false, hideModActions: true },
    { sign: 0, hasReplay: undefined, hideModActions: false },
    { sign: 0, hasReplay: false, hideModActions: true },
  ])('the sources of the feed have each listed post once: %j', async (filter) => {
    await api.database.read('eu', async (db) => {
      const all = await findPosts(db, ids);
      const found = await Promise.all(
        feedSources(viewer, filter).map(({ where }) =>
          db
            .select({ id: posts.id })
            .from(posts)
            .where(sql`${inArray(posts.id, ids)} and ${where ?? sql`true`}`)
            .prepare('source')
            .execute({ viewer: viewer?.id }),
        ),
      );
      const listed = all.filter(
        (post) => isListed(viewer, post, 'feed') && !(filter.hideModActions && post.modLocked),
      );
      expect(
        found
          .flat()
          .map(({ id }) => id)
          .sort(),
      ).toEqual(listed.map(({ id }) => id).sort());
    });
  });
});

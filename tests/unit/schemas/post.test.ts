import { describe, expect, test } from 'vitest';
import { type PostEvent, PostSchema, postIdOf, wrapModel } from '#lib/schemas/post.ts';
import { PostCreateSchema } from '#lib/schemas/written-post.ts';
import { guid, makePost } from '#tests/support/builders.ts';

describe('a post from the API', () => {
  test('is read unchanged', () => {
    const post = makePost({ flairs: 21, replayId: guid(3), replayState: 2 });
    expect(PostSchema.parse(post)).toEqual(post);
  });

  test('has defaults for missing fields', () => {
    const { id, author, player, createdAt } = makePost();
    expect(PostSchema.parse({ id, author: { id: author.id }, player: { id: player.id }, createdAt })).toEqual(
      {
        ...makePost({ id, createdAt, title: '', content: '' }),
        author: { id: author.id, username: `Player ${author.id}`, clan: null },
        player: { id: player.id, username: `Player ${player.id}`, clan: null },
      },
    );
  });

  test.each([
    ['a broken replay, as in production’s lists', { replay: { id: 'x' } }, { replay: null }],
    ['an unknown replay state', { replayState: 9 }, { replayState: 0 }],
    ['production’s date for never', { updatedAt: '0001-01-01T00:00:00+00:00' }, { updatedAt: null }],
    ['an unknown field', { $type: 'Post' }, {}],
  ])('is read despite %s', (_, given, read) => {
    const post = makePost();
    expect(PostSchema.parse({ ...post, ...given })).toEqual({ ...post, ...read });
  });

  test.each([
    ['no id', { id: undefined }],
    ['an author without id', { author: { username: 'x' } }],
    ['an invalid date', { createdAt: 'today' }],
    ['flairs that are not a number', { flairs: 'good' }],
  ])('with %s is refused', (_, given) => {
    expect(PostSchema.safeParse({ ...makePost(), ...given }).success).toBe(false);
  });

  test('is wrapped in `model` when production sends it bare', () => {
    const post = makePost();
    expect(wrapModel(post)).toEqual({ model: post });
    expect(wrapModel({ model: post })).toEqual({ model: post });
    expect(wrapModel(null)).toBe(null);
    expect(wrapModel({ model: null })).toBe(null);
  });
});

describe('a new post (Rule 9.1)', () => {
  const dto = { player: { id: 2 }, author: { id: 1 }, flairs: 0, title: 'Title', content: 'c'.repeat(50) };
  const fits = (changes: object): boolean => PostCreateSchema.safeParse({ ...dto, ...changes }).success;
  const ticket = (ticketId: unknown) => ({ supportTicketStatus: { hasTicket: true, ticketId } });

  test.each<[string, object, boolean]>([
    ['a title of 4 characters', { title: 't'.repeat(4) }, false],
    ['a title of 5', { title: 't'.repeat(5) }, true],
    ['a title of 60', { title: 't'.repeat(60) }, true],
    ['a title of 61', { title: 't'.repeat(61) }, false],
    ['a title of 4 characters and spaces', { title: '  tttt  ' }, false],
    ['a title of 60 characters and spaces', { title: ` ${'t'.repeat(60)} ` }, true],
    ['content of 49', { content: 'c'.repeat(49) }, false],
    ['content of 2000', { content: 'c'.repeat(2000) }, true],
    ['content of 2001', { content: 'c'.repeat(2001) }, false],
    ['content of 2000 whose lines end with CRLF', { content: `${'c'.repeat(19)}\r\n`.repeat(100) }, true],
    ['content of 49 whose lines end with CRLF', { content: `${`${'c'.repeat(23)}\r\n`.repeat(2)}c` }, false],
    ['1001 emoji of two units each', { content: '🚢'.repeat(1001) }, false],
    ['a ticket id of 9', ticket('123456789'), true],
    ['a ticket id of 10', ticket('1234567890'), false],
    ['flairs of 63', { flairs: 63 }, true],
    ['flairs of 64', { flairs: 64 }, false],
    ['negative flairs', { flairs: -1 }, false],
    ['no player', { player: undefined }, false],
  ])('is accepted or refused with %s', (_, changes, accepted) => {
    expect(fits(changes)).toBe(accepted);
  });

  test.each([[''], ['   '], [null], [undefined]])('has no ticket when its id is %j', (given) => {
    expect(PostCreateSchema.parse({ ...dto, ...ticket(given) }).supportTicketStatus.ticketId).toBe(null);
  });

  test('has lines that end with a line feed', () => {
    const content = 'c'.repeat(50);
    const read = PostCreateSchema.parse({ ...dto, content: `${content}\r\n\r${content}\n` });
    expect(read.content).toBe(`${content}\n\n${content}`);
  });

  test('is trimmed and loses the fields that authors cannot set', () => {
    const read = PostCreateSchema.parse({ ...dto, title: '  Title ', modLocked: true, id: guid(1) });
    expect(read).toEqual({ ...dto, supportTicketStatus: { hasTicket: false, ticketId: null } });
  });
});

test.each<[event: PostEvent, id: string]>([
  [{ kind: 'new', post: makePost({ id: guid(1) }) }, guid(1)],
  [{ kind: 'edited', post: makePost({ id: guid(1) }) }, guid(1)],
  [{ kind: 'deleted', postId: guid(2) }, guid(2)],
])('finds the post of an event', (event, id) => {
  expect(postIdOf(event)).toBe(id);
});

import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { VideoOff } from 'lucide';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Icon } from '#islands/ui/Icon.tsx';
import { PostCard } from '#islands/ui/post/PostCard.tsx';
import { playerEmblem } from '#lib/domain/emblems.ts';
import type { Viewer } from '#lib/domain/permissions.ts';
import type { PostContext } from '#lib/domain/post-face.ts';
import type { Post } from '#lib/schemas/post.ts';
import type { Role } from '#lib/schemas/session.ts';
import { guid, makeModAction, makePost } from '#tests/support/builders.ts';

afterEach(cleanup);

const author: Viewer = { id: 500_000_001, roles: [] };
const viewer = (...roles: Role[]): Viewer => ({ id: 500_000_050, roles });
const handlers = { onEdit: vi.fn(), onDelete: vi.fn(), onModEdit: vi.fn(), onModDelete: vi.fn() };

function show(post: Partial<Post> = {}, as: Viewer = null, context: PostContext = 'feed') {
  return render(
    <PostCard post={makePost({ id: guid(1), ...post })} context={context} viewer={as} {...handlers} />,
  );
}

/** The texts of the buttons in the menu. Style sheets decide by the width which of them are buttons of the card instead. */
const buttons = () =>
  [...document.querySelectorAll('[popover] > button')].map((button) => button.textContent);
const card = () => screen.getByRole('article');
/** The class names that colour a text. */
const tonesOf = ({ classList }: Element) =>
  ['positive', 'negative', 'warning'].filter((tone) => classList.contains(tone));
/** Whether the card has the icon of a crossed-out camera. */
function hasCameraOff(): boolean {
  const { container, unmount } = render(<Icon node={VideoOff} />);
  const shapes = container.querySelector('svg')?.innerHTML;
  unmount();
  return [...card().querySelectorAll('svg')].some(({ innerHTML }) => innerHTML === shapes);
}

describe('the post card', () => {
  it('leaves the language of title and text open, because the page is English', () => {
    show({ title: 'Bon tir', content: 'Merci pour la couverture.' });
    for (const text of ['Bon tir', 'Merci pour la couverture.'])
      expect(screen.getByText(text).closest('[lang]')?.getAttribute('lang')).toBe('');
  });

  it.each<[PostContext, string[]]>([
    ['feed', ['Aurora_Captain', 'Borodino_Gunner']],
    ['single', ['Aurora_Captain', 'Borodino_Gunner']],
    ['received', ['Aurora_Captain']],
    ['sent', ['Borodino_Gunner']],
  ])('names author and player, except those the context %s implies (Rule 8.1)', (context, names) => {
    show({}, null, context);
    const links = screen
      .getAllByRole('link')
      .filter((link) => link.getAttribute('href')?.startsWith('/player/'));
    expect(links.map((link) => link.textContent)).toEqual(names);
  });

  it('links clan tags in their league’s colour, and the title to the post (Rule 8.1)', () => {
    const clan = { id: 7, tag: 'WAVES', name: 'Rolling Waves', leagueColor: 0xffcc9966 };
    show({ author: { id: 1, username: 'Aurora_Captain', clan } });
    const tag = screen.getByRole('link', { name: '[WAVES]' });
    expect(tag.getAttribute('href')).toBe('/clan/7,WAVES-Rolling%20Waves');
    expect(tag.getAttribute('style')).toContain('#cc9966');
    const title = within(screen.getByRole('heading')).getByRole('link');
    expect(title.getAttribute('href')).toBe(`/posts/${guid(1)}`);
  });

  it('shows the sum of the flairs, and each with name and value (Rule 8.1)', () => {
    show({ flairs: 1 | 8 });
    expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'Net: 0',
      'Performance: positive',
      'Teamplay: negative',
      'Courtesy: neutral',
    ]);
  });

  it('says once that nothing was rated, and has icons only for what was (Rule 30.5)', () => {
    const { unmount } = show({ flairs: 0 });
    const items = () => screen.getAllByRole('listitem');
    expect(
      items()
        .slice(1)
        .map((item) => item.textContent),
    ).toEqual(['No rating: neutral']);
    unmount();
    show({ flairs: 1 | 8 });
    expect(items().map((item) => item.querySelector('svg') !== null)).toEqual([false, true, true, false]);
  });

  it('has the emblems of author and player, hidden from screen readers, and a clan’s hoist (Rules 30.4, 30.65)', () => {
    show({
      author: { id: 1, username: 'Aurora_Captain', clan: null, hidden: true },
      player: {
        id: 2,
        username: 'Borodino_Gunner',
        clan: { id: 3, tag: 'F', name: 'F', leagueColor: 0xcc9966 },
      },
    });
    const uses = [...card().querySelectorAll('header svg[aria-hidden=true] use')];
    const flags = uses.map((use) => use.getAttribute('href')?.slice(-1)).join('');
    expect(flags).toBe(`HN${playerEmblem(2)}`);
    const hoists = card().querySelectorAll<SVGPathElement>('header svg:has(use) > path');
    expect([...hoists].map(({ style }) => style.fill)).toEqual(['#cc9966']);
  });

  it.each([
    [1 | 4 | 32, 'positive'],
    [2 | 8 | 16, 'negative'],
    [1 | 8, 'neutral'],
    [0, 'neutral'],
  ])('has a border by the sum of the flairs %i: %s (Rule 8.2)', (flairs, tone) => {
    show({ flairs });
    expect(card().dataset.tone).toBe(tone);
  });

  it('has a border without colour once it is removed (Rule 30.55)', () => {
    show({ flairs: 1 | 4 | 32, modLocked: true }, viewer('mod'));
    expect(card().dataset.tone).toBe('neutral');
  });

  it('shows a removal as danger and read-only as warning (Rule 8.3)', () => {
    const { unmount } = show({ modLocked: true, readOnly: true });
    expect(tonesOf(screen.getByText(/^Removed by a moderator/))).toEqual(['negative']);
    expect(screen.queryByText(/Read-only/)).toBeNull();
    unmount();
    show({ readOnly: true });
    expect(tonesOf(screen.getByText(/^Read-only/))).toEqual(['warning']);
    expect(screen.queryByText(/Removed/)).toBeNull();
  });

  it('shows who removed it and why, once that is loaded (Rule 8.3)', () => {
    const removal = makeModAction({ postId: guid(1), reason: '<b>Insults</b> a clan.', createdAt: null });
    const post = makePost({ id: guid(1), modLocked: true });
    const { rerender } = render(<PostCard post={post} context="feed" viewer={author} removal={removal} />);
    expect(screen.getByText('<b>Insults</b> a clan.').parentElement?.textContent).toBe(
      'By Cossack_Mod: <b>Insults</b> a clan.',
    );
    expect(screen.getByRole('link', { name: 'Cossack_Mod' }).getAttribute('href')).toBe(
      '/player/500000003,Cossack_Mod',
    );
    rerender(
      <PostCard post={{ ...post, modLocked: false }} context="feed" viewer={author} removal={removal} />,
    );
    expect(screen.queryByText(/Insults/)).toBeNull();
  });

  it('names a ticket, with its id for those who may see it', () => {
    const { unmount } = show();
    expect(screen.queryByText(/Customer Support/)).toBeNull();
    unmount();
    for (const [as, shown] of [
      [null, false],
      [author, true],
    ] as const) {
      show({ supportTicketStatus: { hasTicket: true, ticketId: '123456789' } }, as);
      expect(screen.getByText(/Reported to Customer Support/)).toBeTruthy();
      expect(screen.queryByText(/123456789/) !== null).toBe(shown);
      cleanup();
    }
  });

  it.each<[Partial<Post>, string, isCameraOff: boolean]>([
    [{}, 'No replay', true],
    [{ replayId: guid(9), replayState: 0 }, 'Replay file', true],
    [{ replayId: guid(9), replayState: 1 }, 'Replay minimap is being processed.', false],
  ])('shows the state of the replay: %j (Rule 8.5)', (post, text, isCameraOff) => {
    show(post);
    expect(screen.getByText(text)).toBeTruthy();
    expect(hasCameraOff()).toBe(isCameraOff);
  });

  it('offers to play a battle that has no video, next to the crossed-out camera (Rules 30.11, 30.68)', () => {
    const battle = { map: null, playedAt: null, author: null, player: null };
    show({ replayId: guid(9), replayState: 0, battle });
    expect(screen.getByRole('link', { name: 'Play battle' }).getAttribute('href')).toBe(
      `/posts/${guid(1)}#replay`,
    );
    expect(screen.getByText('No video').closest('button, a, [tabindex]')).toBe(card());
    expect(hasCameraOff()).toBe(true);
  });

  it('links to the replay once it is ready (Rule 8.5)', () => {
    show({ replayId: guid(9), replayState: 2 });
    expect(screen.getByRole('link', { name: 'Watch replay' }).getAttribute('href')).toBe(
      `/posts/${guid(1)}#replay`,
    );
    expect(hasCameraOff()).toBe(false);
  });

  it.each<[string, Viewer, Partial<Post>, string[]]>([
    ['a visitor', null, {}, []],
    ['the author', author, {}, ['Edit', 'Delete']],
    ['the author of a read-only post', author, { readOnly: true }, ['Delete']],
    ['a moderator', viewer('mod'), {}, ['Mod Edit', 'Mod Delete']],
  ])('offers %s the buttons %j %j', (_, as, post, offered) => {
    show(post, as);
    expect(buttons()).toEqual(offered);
    expect(screen.queryByRole('button', { name: 'More actions' }) !== null).toBe(offered.length > 0);
  });

  it('shows map and ships of its battle in lists, and nothing about evidence (Rule 25.55)', async () => {
    const ship = { shipParamsId: 3_338_548_944, shipName: null };
    const battle = { map: '22_tierra_del_fuego', playedAt: null, author: ship, player: null };
    const line = () => screen.queryByText(/Battle:/)?.parentElement?.textContent;
    show({ battle: { ...battle, player: { ...ship, shipName: 'Zeehond' } } });
    await waitFor(() =>
      expect(line()).toBe('Battle: Tierra del Fuegodestroyer about Zeehond (Japanese destroyer)'),
    );
    cleanup();
    show({ battle });
    expect(line()).toBe('Battle: Tierra del Fuegodestroyer');
    cleanup();
    show({ battle, advice: ['newer-not-checked'] });
    expect(line()).toBe('Battle: Tierra del Fuegodestroyernot checked');
    cleanup();
    show({ battle }, null, 'single');
    expect(line()).toBeUndefined();
    cleanup();
    show({ replayId: guid(2) });
    expect(line()).toBeUndefined();
  });

  it('has a caption of what the picture of its battle shows (Rule 30.61)', async () => {
    const ship = { shipParamsId: 3_338_548_944, shipName: null };
    const thumbnail = { version: '1', width: 384, height: 256 };
    const captionOf = (shown: NonNullable<NonNullable<Post['battle']>['thumbnail']>['shown']) => {
      cleanup();
      const battle = {
        map: null,
        playedAt: null,
        author: ship,
        player: null,
        thumbnail: { ...thumbnail, shown },
      };
      show({ replayId: guid(2), battle });
      return document.querySelector('footer [aria-hidden] p')?.textContent.replaceAll('\u00a0', ' ').trim();
    };
    const by = { id: 7, username: 'Hood_Rider' };
    const sinking = { of: 'player', at: '14:39', left: true, by } as const;
    const both = { author: true, player: true, sunk: '14:39' };
    const first = expect.poll(() => captionOf({ ...both, sinkings: [sinking] }));
    await first.toBe('author  player  sunk with 14:39 left, by Hood_Rider');
    expect(
      captionOf({ ...both, sunk: null, sinkings: [{ ...sinking, of: 'author', left: false, by: null }] }),
    ).toBe('author  sunk at 14:39 player');
    expect(captionOf({ ...both, author: false })).toBe('player');
    expect(captionOf({ author: false, player: false, sunk: null, sinkings: [] })).toBeUndefined();
  });

  it('has no buttons without handlers', () => {
    render(<PostCard post={makePost()} context="feed" viewer={author} onEdit={handlers.onEdit} />);
    expect(buttons()).toEqual(['Edit']);
  });

  it('handles posts without a visible title or a date', () => {
    show({
      title: '\u3164 \u200b',
      content: '',
      flairs: 255,
      createdAt: 'nonsense',
    });
    expect(screen.getByRole('heading').textContent).toBe('Untitled post');
  });
});

describe('the cut of a folded text with a table', () => {
  /** Places of the rows, from the upper edge of a text of four lines with 20 px each. */
  function drawn(rows: readonly (readonly [top: number, bottom: number])[]) {
    vi.stubGlobal(
      'ResizeObserver',
      class {
        observe: (target: Element) => void;
        constructor(changed: (entries: unknown[]) => void) {
          this.observe = (target) => target.hasAttribute('data-folded') && changed([{ target }]);
        }
        unobserve() {}
      },
    );
    const box = (top: number, bottom: number) => ({ top, bottom, height: bottom - top }) as DOMRect;
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
      const [top, bottom] = rows[[...document.querySelectorAll('tr')].indexOf(this as never)] ?? [];
      if (top !== undefined && bottom !== undefined) return box(top, bottom);
      return this.hasAttribute('data-folded') ? box(0, 80) : box(0, 300);
    });
    vi.spyOn(window, 'getComputedStyle').mockReturnValue({ lineHeight: '20px' } as CSSStyleDeclaration);
    show({ content: 'Our scores:\n\n| ship | sunk |\n| --- | --- |\n| Yamato | 2 |' });
    return () => document.querySelector<HTMLElement>('[data-folded]')?.style.getPropertyValue('--hidden');
  }
  afterEach(() => {
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });

  it.each([
    [
      'before a table whose head would be cut',
      [
        [60, 90],
        [90, 120],
      ],
      '20px',
    ],
    [
      'between two rows',
      [
        [20, 50],
        [50, 90],
      ],
      '30px',
    ],
    [
      'after the fourth line where a row ends there',
      [
        [20, 50],
        [50, 80],
      ],
      '0px',
    ],
    [
      'after the fourth line of a head that begins the text',
      [
        [0, 90],
        [90, 120],
      ],
      '0px',
    ],
  ] as const)('is %s', async (_, rows, hidden) => {
    const read = drawn(rows);
    await waitFor(() => expect(read()).toBe(hidden));
  });
});

describe('a post that does not count yet (Rule 28.55)', () => {
  const waiting = () => screen.queryByText(/^Waiting for review/);

  it.each([
    ['Replay of another battle', { replayId: guid(2), advice: ['author-not-shown', 'player-not-shown'] }],
    ['Can’t be checked', { replayId: guid(2), advice: ['not-checked'] }],
    ['No replay', { replayId: null }],
  ])('says so in its head after the flairs, and nowhere else: %s', (reason, post) => {
    show({ held: true, flairs: 1, ...post });
    expect(waiting()?.textContent?.trim()).toBe(`Waiting for review · ${reason}`);
    expect(waiting()?.parentElement?.localName).toBe('header');
    expect(waiting()?.previousElementSibling).toBe(screen.getByRole('list', { name: 'Flairs' }));
    expect(screen.queryByText(reason, { selector: 'footer *' })).toBeNull();
    expect([card().dataset.tone, card().dataset.held]).toEqual(['positive', '']);
  });

  it('is not said of other posts, nor of a removed one', () => {
    show({ flairs: 1, advice: ['player-not-shown'] });
    expect([waiting(), card().dataset.held]).toEqual([null, undefined]);
    cleanup();
    show({ held: true, modLocked: true });
    expect([waiting(), card().dataset.held]).toEqual([null, undefined]);
  });
});

describe('advice about a post (Rule 28.3)', () => {
  const advice = ['player-not-shown', 'author-not-shown', 'sunk-early'];
  const list = () => document.querySelector('details ul');

  it('is a badge for everyone where it is about evidence', () => {
    show({ advice: ['player-not-shown', 'author-not-shown'] });
    expect(screen.getAllByText('Replay of another battle')).toHaveLength(1);
    expect(list()).toBeNull();
    cleanup();
    show({ advice: ['not-checked', 'not-read', 'not-known-yet'] });
    expect(screen.getByText('Can’t be checked')).toBeTruthy();
    expect(screen.getByText('This client’s replays can’t be read yet')).toBeTruthy();
    expect(screen.queryByText('undefined')).toBeNull();
  });

  it('is in sentences for staff, on the post’s page, too', async () => {
    for (const context of ['feed', 'single'] as const) {
      show({ advice }, viewer('mod'), context);
      await screen.findByText(
        'Performance is rated, and Borodino_Gunner was sunk in the first three minutes.',
      );
      expect(list()?.children).toHaveLength(3);
      cleanup();
    }
  });

  it('is not in sentences for staff whom the post is about', () => {
    show({ advice: ['player-not-shown'] }, { id: 500_000_002, roles: ['mod'] });
    expect(list()).toBeNull();
  });

  it('is nothing for an API without advice', () => {
    show({}, viewer('mod'));
    expect(list()).toBeNull();
  });
});

/** Handing on the picture of a page (Rules 30.35, 30.36). */
import { afterEach, expect, it, vi } from 'vitest';
import { guid } from '#tests/support/builders.ts';
import { newPage } from '#tests/support/new-page.ts';

const PAGE = { kind: 'post', id: guid(1) } as const;
const PICTURE = `GET /og/post/${guid(1)}.png`;

interface Device {
  /** Whether it has a touch screen and a share sheet. */
  shares?: boolean;
  share?: () => Promise<void>;
  write?: (items: ClipboardItem[]) => Promise<void>;
}

class Item {
  readonly parts: Record<string, Promise<Blob>>;
  constructor(parts: Record<string, Promise<Blob>>) {
    this.parts = parts;
  }
}

/** A clipboard that waits for what is written to it, as browsers do. */
const clipboard = () =>
  vi.fn(async (items: readonly unknown[]) => void (await (items[0] as Item).parts['image/png']));

async function open({ shares = false, share = async () => {}, write = clipboard() }: Device = {}) {
  const link = { click: vi.fn() };
  vi.stubGlobal('window', Object.assign(new EventTarget(), { matchMedia: () => ({ matches: shares }) }));
  vi.stubGlobal('document', { createElement: () => link });
  vi.stubGlobal('navigator', { canShare: () => shares, share, clipboard: { write } });
  vi.stubGlobal('ClipboardItem', Item);
  const page = await newPage(() => [import('#lib/stores/share-picture/share-picture.ts')]);
  const platform = page.fakePlatform(`/posts/${guid(1)}`);
  platform.answer(PICTURE, 'picture', { contentType: 'image/png' });
  return { ...page, platform, link };
}

afterEach(() => vi.unstubAllGlobals());

it('copies it with a mouse', async () => {
  const write = clipboard();
  const { sharePicture, platform } = await open({ write });
  await sharePicture(PAGE);
  expect(write).toHaveBeenCalledTimes(1);
  expect([platform.requests, platform.said]).toEqual([[PICTURE], ['Picture copied']]);
});

it('opens the share sheet of a touch screen with the picture and the page', async () => {
  const share = vi.fn(async (_: ShareData) => {});
  const { sharePicture, platform } = await open({
    shares: true,
    share: share as Device['share'] & typeof share,
  });
  await sharePicture(PAGE);
  const { files = [], url } = share.mock.calls[0]?.[0] ?? {};
  expect(files.map(({ name, type }) => [name, type])).toEqual([[`post-${guid(1)}.png`, 'image/png']]);
  expect(url).toContain(`/posts/${guid(1)}`);
  expect(platform.said).toEqual([]);
});

it('says nothing when the share sheet is closed', async () => {
  const share = () => Promise.reject(new DOMException('Closed', 'AbortError'));
  const { sharePicture, platform, link } = await open({ shares: true, share });
  await sharePicture(PAGE);
  expect([platform.said, link.click.mock.calls]).toEqual([[], []]);
});

it('saves it as a file where the browser refuses to copy', async () => {
  const write = () => Promise.reject(new DOMException('Refused', 'NotAllowedError'));
  const { sharePicture, platform, link } = await open({ write });
  await sharePicture(PAGE);
  expect(link).toMatchObject({ download: `post-${guid(1)}.png`, href: expect.stringMatching(/^blob:/) });
  expect(link.click).toHaveBeenCalledTimes(1);
  expect(platform.said).toEqual(['Picture saved']);
});

it('reports a picture that could not be loaded', async () => {
  const { sharePicture, platform, link } = await open();
  platform.answer(
    PICTURE,
    { title: 'Busy', detail: 'Too many pictures are being drawn.' },
    { status: 503, contentType: 'application/problem+json' },
  );
  await sharePicture(PAGE);
  expect(platform.said).toEqual([expect.stringMatching(/^Couldn’t load the picture\. ./)]);
  expect(link.click).not.toHaveBeenCalled();
});

it.each([
  ['has them', ['previews'], true],
  ['does not name them', ['stats'], false],
])('is offered only with an API that draws pictures: one that %s', async (_, features, offered) => {
  const { $hasPictures, platform, settle } = await open();
  platform.answer('GET /api/features', { features });
  $hasPictures.listen(() => {});
  await settle();
  expect($hasPictures.get()).toBe(offered);
});

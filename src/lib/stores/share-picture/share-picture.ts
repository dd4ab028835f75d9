/** Hands the picture of a page on: to the share sheet of a touch screen, else to the clipboard, else to a file (Rule 30.35). */
import { errorToMessage, isAbort } from '#lib/client/errors.ts';
import { loadMedia } from '#lib/client/load-media.ts';
import { runtime } from '#lib/runtime.ts';
import { showStatus } from '#lib/stores/core/status.ts';
import { featureStore } from '#lib/stores/session/feature.ts';

const TYPE = 'image/png';

/** A page that has a picture. */
export type PicturedPage = { kind: 'player'; id: number } | { kind: 'post'; id: string };

/** Whether the API draws pictures. */
export const $hasPictures = featureStore('previews', true);

const fileOf = (picture: Blob, { kind, id }: PicturedPage): File =>
  new File([picture], `${kind}-${id}.png`, { type: TYPE });

/** Whether the picture goes to a share sheet. With a mouse, the clipboard is the shorter way. */
export function usesShareSheet(): boolean {
  const sample = { files: [new File([], 'sample.png', { type: TYPE })] };
  return window.matchMedia('(pointer: coarse)').matches && (navigator.canShare?.(sample) ?? false);
}

function save(file: File): void {
  const url = URL.createObjectURL(file);
  Object.assign(document.createElement('a'), { href: url, download: file.name }).click();
  runtime.setTimer(() => URL.revokeObjectURL(url), 60_000);
  showStatus('Picture saved');
}

async function share(picture: Promise<Blob>, page: PicturedPage): Promise<void> {
  await navigator.share({ files: [fileOf(await picture, page)], url: runtime.location().href });
}

async function copy(picture: Promise<Blob>): Promise<void> {
  // Within the click and with a promise: Safari refuses it later.
  await navigator.clipboard.write([new ClipboardItem({ [TYPE]: picture })]);
  showStatus('Picture copied');
}

/** Shares or copies the picture of the page, and reports how that ended. Never rejects. */
export async function sharePicture(page: PicturedPage): Promise<void> {
  const url = `${runtime.apiOrigin()}/og/${page.kind}/${page.id}.png`;
  const picture = loadMedia(url, (response) => response.blob());
  try {
    await (usesShareSheet() ? share(picture, page) : copy(picture));
  } catch (error) {
    // The user closed the share sheet.
    if (isAbort(error)) return;
    await picture.then(
      (blob) => save(fileOf(blob, page)),
      (reason: unknown) => showStatus(`Couldn’t load the picture. ${errorToMessage(reason)}`),
    );
  }
}

/**
 * `client:first-frame`: hydrates an island once the page's first frame is on the screen, and also the frame with the early
 * answers if they arrive soon. Its code then does not compete with what can be read. On a slow line it waits for neither. A
 * page in a background tab has no frames, so nothing waits long.
 */

/** Longest wait for a frame, and for the answers, in milliseconds. */
const FRAME_LATEST_MS = 500;
const ANSWERS_LATEST_MS = 100;
/** From navigation to the last byte of the page, in milliseconds: a page that takes longer has a slow line. */
const SLOW_PAGE_MS = 250;
/** How many modules are requested in one task. Each takes a slow phone 10 ms. */
const REQUESTS_PER_TASK = 4;

const wait = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });

/** Resolves when the next frame is on the screen. */
const frame = (): Promise<void> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, document.hidden ? 0 : FRAME_LATEST_MS);
  });

/** Resolves when what can be read is on the screen. */
async function firstFrames(): Promise<void> {
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (page !== undefined && page.responseEnd > SLOW_PAGE_MS) return;
  await frame();
  const answers = Object.values(window.__earlyAnswers ?? {});
  if (answers.length > 0) await Promise.race([Promise.all(answers).then(frame), wait(ANSWERS_LATEST_MS)]);
}

export default async function firstFrameDirective(load: () => Promise<() => Promise<void>>): Promise<void> {
  await firstFrames();
  // The list of modules that `finish-pages.ts` writes.
  const list = document.querySelector<HTMLTemplateElement>('[data-modules]');
  const modules = [...(list?.content.children ?? [])];
  while (modules.length > 0) {
    document.head.append(...modules.splice(0, REQUESTS_PER_TASK));
    if (modules.length > 0) await wait(0);
  }
  const hydrate = await load();
  await hydrate();
}

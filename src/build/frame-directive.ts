/**
 * `client:frame`: hydrates an island once the page's first frame is on the screen, and also the frame with the answers of the early
 * requests if they arrive soon, so that its code does not compete with what can be read (decision 0019). On a slow line it waits
 * for neither. A page in a background tab has no frames, so nothing waits long.
 */

/** Longest wait for a frame, and for the answers, in milliseconds. */
const FRAME_LATEST_MS = 500;
const ANSWERS_LATEST_MS = 100;
/** From navigation to the last byte of the page, in milliseconds. */
const SLOW_PAGE_MS = 250;

/** Resolves when the next frame is on the screen. */
const frame = (): Promise<void> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, document.hidden ? 0 : FRAME_LATEST_MS);
  });

const late = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ANSWERS_LATEST_MS);
  });

/** Resolves when the answers are on the screen, at once when there are none. */
async function answersShown(): Promise<void> {
  const answers = Object.values(window.__earlyAnswers ?? {});
  if (answers.length === 0) return;
  await Promise.all(answers);
  await frame();
}

/** Whether the page arrived slowly. Its code will be slow, too, so it should load at once. */
function isSlowLine(): boolean {
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return page !== undefined && page.responseEnd > SLOW_PAGE_MS;
}

export default async function frameDirective(load: () => Promise<() => Promise<void>>): Promise<void> {
  if (!isSlowLine()) {
    await frame();
    await Promise.race([answersShown(), late()]);
  }
  // The scripts of the modules; see `module-scripts.ts`.
  const modules = document.querySelector<HTMLTemplateElement>('template[data-modules]');
  if (modules !== null) document.head.append(modules.content);
  const hydrate = await load();
  await hydrate();
}

import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { newPage } from '#tests/support/new-page.ts';
import { staffParts } from '#tests/support/reviews.ts';

afterEach(cleanup);

async function open(parts = {}) {
  const opened = await newPage(() => [
    import('#islands/moderation/ReasonText.tsx'),
    import('#lib/stores/session/session.ts'),
  ]);
  return { ...opened, platform: opened.fakePlatform('/', parts) };
}
let page: Awaited<ReturnType<typeof open>>;
beforeEach(async () => {
  page = await open();
});

const REASON = 'Do not provoke.\nThree salvos.';
const GUIDELINES = '<h2 id="provoke">Do not provoke</h2>';

it('links the guidelines that the reason names (Rule 28.42)', async () => {
  page.platform.answer('GET /assets/guidelines.html', GUIDELINES, { contentType: 'text/html' });
  render(
    <p>
      <page.ReasonText reason={REASON} rules={['provoke', 'unheard-of', 'invented']} />
    </p>,
  );
  const link = await screen.findByRole('link', { name: 'Do not provoke.' });
  expect(link.getAttribute('href')).toBe('/guidelines#provoke');
  expect(link.parentElement?.textContent).toBe('Do not provoke. other. Three salvos.');
  cleanup();
  // The first line is words where the codes do not name it.
  const { container } = render(<page.ReasonText reason={REASON} rules={['unheard-of']} />);
  await page.settle();
  expect(container.textContent).toBe('other. Do not provoke.\nThree salvos.');
});

it('shows codes without a heading to staff alone (Rule 28.42)', async () => {
  page = await open(staffParts(new Map()));
  await page.loadSession();
  page.platform.answer('GET /assets/guidelines.html', GUIDELINES, { contentType: 'text/html' });
  const { container } = render(<page.ReasonText reason="Three salvos." rules={['unheard-of']} />);
  await page.settle();
  await page.settle();
  expect(container.textContent).toBe('unheard-of. Three salvos.');
});

it('is plain text while the guidelines cannot be loaded (Rule 28.42)', async () => {
  page.platform.answer('GET /assets/guidelines.html', 'gone', { status: 404 });
  const { container } = render(<page.ReasonText reason={REASON} rules={['provoke']} />);
  await page.settle();
  await page.settle();
  expect(page.platform.requests).toContain('GET /assets/guidelines.html');
  expect(container.textContent).toBe(REASON);
});

it('loads no guidelines for a reason without codes (Rule 28.42)', async () => {
  const { container } = render(<page.ReasonText reason="" />);
  await page.settle();
  expect(container.textContent).toBe('No reason was given.');
  expect(page.platform.requests).toEqual([]);
});

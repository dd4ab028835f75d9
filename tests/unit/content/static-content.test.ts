// @vitest-environment happy-dom
import { describe, expect, it, vi } from 'vitest';
import { refreshStaticContent } from '#lib/content/static-content.ts';
import { staticHash } from '#lib/content/static-hash.ts';

const OLD = '<p>Old notice</p>';

function page(hash = staticHash(OLD)): HTMLElement {
  document.body.innerHTML = `<div data-static="/assets/psa.eu.html" data-hash="${hash}">${OLD}</div>`;
  return document.body.firstElementChild as HTMLElement;
}

const answering = (text: string, status = 200) => vi.fn(async () => new Response(text, { status }));

describe('the refresh of an editors’ file', () => {
  it('replaces the baked text when the file has changed', async () => {
    const element = page();
    await refreshStaticContent(document, answering('<p>New notice</p>'));
    expect(element.innerHTML).toBe('<p>New notice</p>');
    expect(element.dataset.hash).toBe(staticHash('<p>New notice</p>'));
  });

  it('revalidates the file and leaves the page alone when nothing has changed', async () => {
    const element = page();
    const child = element.firstElementChild;
    const request = answering(`${OLD}\r\n`);
    await refreshStaticContent(document, request);
    expect(request).toHaveBeenCalledWith('/assets/psa.eu.html', { cache: 'no-cache' });
    expect(element.firstElementChild).toBe(child);
  });

  it('shows nothing if the file is now empty', async () => {
    const element = page();
    await refreshStaticContent(document, answering(''));
    expect(element.innerHTML).toBe('');
  });

  it.each([
    ['is missing', answering('gone', 404)],
    ['is replaced by a page of the site', answering('<!DOCTYPE html><html><body>x</body></html>')],
    ['cannot be loaded', vi.fn(async () => Promise.reject(new TypeError('offline')))],
  ])('keeps the baked text if the file %s', async (_, request) => {
    const element = page();
    await refreshStaticContent(document, request);
    expect(element.innerHTML).toBe(OLD);
  });
});

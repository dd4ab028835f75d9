// @vitest-environment happy-dom
import { describe, expect, it, vi } from 'vitest';
import { refreshStaticContent } from '#lib/content/static-content.ts';
import { cleanFragment } from '#lib/content/static-content-files.ts';
import * as reader from '#lib/content/static-fragment.ts';
import { staticHash } from '#lib/content/static-hash.ts';

const OLD = '<p>Old notice</p>';

function page(hash = staticHash(OLD)): HTMLElement {
  document.body.innerHTML = `<div data-static="/assets/psa.eu.html" data-hash="${hash}">${OLD}</div>`;
  return document.body.firstElementChild as HTMLElement;
}

const loadReader = vi.fn(async () => reader);
const refresh = (request: (url: string) => Promise<Response>) =>
  refreshStaticContent(document, request, loadReader);

const answeringBytes = (body: Buffer<ArrayBuffer>) => vi.fn(async () => new Response(body));
const answering = (text: string, status = 200) => vi.fn(async () => new Response(text, { status }));

describe('the refresh of an editors’ file (Rule 2.14)', () => {
  it('replaces the baked text when the file has changed', async () => {
    const element = page();
    await refresh(answering('<p>New notice</p>'));
    expect(element.innerHTML).toBe('<p>New notice</p>');
    expect(element.dataset.hash).toBe(staticHash('<p>New notice</p>'));
  });

  it('revalidates the file and leaves the page alone when nothing has changed', async () => {
    const element = page();
    const child = element.firstElementChild;
    const request = answering(`${OLD}\r\n`);
    loadReader.mockClear();
    await refresh(request);
    expect(loadReader).not.toHaveBeenCalled();
    expect(request).toHaveBeenCalledWith('/assets/psa.eu.html', { cache: 'no-cache' });
    expect(element.firstElementChild).toBe(child);
  });

  it('gives the headings of the guidelines ids, as the build does (Rule 28.40)', async () => {
    const element = page();
    element.dataset.static = '/assets/guidelines.html';
    await refresh(answering('<h2>Be fair!</h2><h2 id="kept">Other</h2>'));
    const html = '<h2 id="be-fair">Be fair!</h2><h2 id="kept">Other</h2>';
    expect(element.innerHTML).toBe(html);
    expect(cleanFragment('<h2>Be fair!</h2><h2 id="kept">Other</h2>', 'guidelines.html').html).toBe(html);
    expect(cleanFragment('<h2>Be fair!</h2>', 'privacy.html').html).toBe('<h2>Be fair!</h2>');
  });

  it('shows nothing if the file is now empty', async () => {
    const element = page();
    await refresh(answering(''));
    expect(element.innerHTML).toBe('');
  });

  it.each([
    ['is missing', answering('gone', 404)],
    [
      'is replaced by a page of the site',
      answering('<!DOCTYPE html><html data-region="eu"><body>x</body></html>'),
    ],
    ['is UTF-16', answeringBytes(Buffer.from('\uFEFF<p>New</p>', 'utf16le'))],
    ['is Latin-1', answeringBytes(Buffer.from('<p>Schöne Grüße</p>', 'latin1'))],
    ['cannot be loaded', vi.fn(async () => Promise.reject(new TypeError('offline')))],
  ])('keeps the baked text if the file %s', async (_, request) => {
    const element = page();
    await refresh(request);
    expect(element.innerHTML).toBe(OLD);
  });

  it('keeps the baked text if the code that reads the file cannot be loaded', async () => {
    const element = page();
    loadReader.mockRejectedValueOnce(new TypeError('offline'));
    await refresh(answering('<p>New notice</p>'));
    expect(element.innerHTML).toBe(OLD);
    expect(element.dataset.hash).toBe(staticHash(OLD));
  });

  it('has the fingerprint of the build for a file with a byte-order mark', async () => {
    const element = page();
    await refresh(answeringBytes(Buffer.from('\uFEFF<p>New notice</p>')));
    expect(element.innerHTML).toBe('<p>New notice</p>');
    expect(element.dataset.hash).toBe(staticHash('<p>New notice</p>'));
  });
});

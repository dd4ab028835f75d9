/** A page on a line so slow that its HTML comes in pieces. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'playwright/test';
import { watchPage } from '#tests/support/watch-page.ts';

/** Serves `html` in pieces that end before each of `cuts`, 200 ms apart; everything else is 404. */
async function servePieces(html: string, cuts: readonly string[]): Promise<Server> {
  const ends = [...cuts.map((cut) => html.indexOf(cut, html.indexOf('<footer'))), html.length];
  const server = createServer(async (request, response) => {
    if (request.url !== '/') {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    let start = 0;
    for (const end of ends) {
      response.write(html.slice(start, end));
      start = end;
      // The slow line that the test is about.
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    response.end();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return server;
}

test('A short page that arrives in pieces is drawn once, so its footer does not move (Rule 16.6)', async ({
  page,
  request,
}) => {
  const html = await (await request.get('/forbidden')).text();
  const server = await servePieces(html, ['</p>', '<nav', 'footer-base', '</footer>']);
  try {
    const watch = await watchPage(page);
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    await expect(page.getByLabel('Theme')).toBeVisible();
    await watch.expectSteady();
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

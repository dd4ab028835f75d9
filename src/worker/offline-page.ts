/** The page for an address that is not stored while there is no connection. */

const HTML = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>Offline · Fleet Karma</title>
<style>
body { max-width: 40rem; margin: 15vh auto; padding: 0 1rem; font: 1rem/1.5 -apple-system, "Segoe UI", Roboto, "Noto Sans", system-ui, sans-serif; text-align: center;
  background: light-dark(#eef2f6, #0b131d); color: light-dark(#142030, #e4edf6) }
a { color: light-dark(#0a5f93, #7cc4f2) }
</style>
<h1>You are offline.</h1>
<p>This page isn’t saved on this device. Try again when you’re back online.</p>
<p><a href="">Try again</a> · <a href="/posts">Saved posts</a></p>
</html>`;

/** It loads and runs nothing. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'";

/** The answer with that page. */
export const offlinePage = (): Response =>
  new Response(HTML, {
    status: 503,
    headers: { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': POLICY },
  });

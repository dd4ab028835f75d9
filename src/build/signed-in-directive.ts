/**
 * `client:signed-in`: hydrates an island only when the region's sign-in cookie exists, so that visitors load no framework code
 * for it. The cookie's name is in `<html data-cookie>`.
 */
export default async function signedInDirective(load: () => Promise<() => Promise<void>>): Promise<void> {
  // The head script has looked for the cookie.
  if (document.documentElement.dataset.session === undefined) return;
  const hydrate = await load();
  await hydrate();
}

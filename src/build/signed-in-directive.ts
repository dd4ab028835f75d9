/**
 * `client:signed-in`: hydrates an island only when the region's sign-in cookie exists, so that visitors load no framework code for it.
 * The cookie's name is in `<html data-cookie>`.
 */
export default async function signedInDirective(load: () => Promise<() => Promise<void>>): Promise<void> {
  const name = document.documentElement.dataset.cookie;
  if (!document.cookie.split('; ').some((pair) => pair.startsWith(`${name}=`))) return;
  const hydrate = await load();
  await hydrate();
}

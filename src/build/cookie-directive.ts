/**
 * `client:cookie`: hydrates an island only when the region's sign-in cookie exists, so that signed-out visitors
 * load no framework code for it. The cookie's name is in `<html data-cookie>`.
 */
export default async function cookieDirective(load: () => Promise<() => Promise<void>>): Promise<void> {
  const name = document.documentElement.dataset.cookie;
  if (!document.cookie.split('; ').some((pair) => pair.startsWith(`${name}=`))) return;
  const hydrate = await load();
  await hydrate();
}

/** The file of a built page, below the folder of its build: the not-found page is a file, every other a folder. */
export function pageFile(pathname: string): string {
  const path = pathname.replace(/\/$/, '');
  return path === '404' ? '404.html' : `${path}/index.html`;
}

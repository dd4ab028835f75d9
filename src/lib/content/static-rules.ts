/** The elements and attributes that an editors’ file may contain, the same for the build and for browsers (Rule 2.49). */

const listOf = (text: string): ReadonlySet<string> => new Set(text.split(' '));

const ELEMENTS = listOf(
  'a abbr b blockquote br caption cite code col colgroup dd del details dfn div dl dt em figcaption figure h1 h2 h3 h4 h5 h6 hr i img ins kbd li mark ol p pre q s samp section small span strong sub summary sup table tbody td tfoot th thead time tr u ul var wbr',
);

/** Elements whose content is not text of the file. */
const WITH_CONTENT = listOf(
  'audio canvas iframe math noembed noframes noscript object script select style svg template textarea title video',
);

const ATTRIBUTES = listOf(
  'alt cite class colspan data-always-shown datetime dir height href id lang open reversed rowspan scope span src start title value width',
);

/** An address that no site has: what resolves to it is an address of the site itself. */
const SITE = 'https://site.invalid';

/** Whether an element stays, is replaced by its content, or is dropped with its content. `name` in lower case. */
export function fateOf(name: string): 'keep' | 'unwrap' | 'drop' {
  if (ELEMENTS.has(name)) return 'keep';
  return WITH_CONTENT.has(name) ? 'drop' : 'unwrap';
}

function isAddress(value: string, isAllowed: (url: URL) => boolean): boolean {
  try {
    return isAllowed(new URL(value, SITE));
  } catch {
    return false;
  }
}

/** Whether an attribute stays. Links lead to web pages or start an e-mail; pictures are files of the site. */
export function keepsAttribute({ name, value }: { name: string; value: string }): boolean {
  if (name === 'src') return isAddress(value, ({ origin }) => origin === SITE);
  if (name === 'href' || name === 'cite')
    return isAddress(value, ({ protocol }) => /^(https?|mailto):$/.test(protocol));
  return ATTRIBUTES.has(name);
}

/** Whether an element scrolls when it is too wide. It gets `tabindex="0"`, because Safari scrolls only what has the focus. */
export const mayScroll = (name: string): boolean => name === 'table' || name === 'pre';

/** Whether a decoded text has lost letters, because its file is not UTF-8. */
export const isGarbled = (text: string): boolean => text.includes('\uFFFD') || text.includes('\0');

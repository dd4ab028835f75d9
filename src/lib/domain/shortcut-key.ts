/**
 * The key that a press means as a shortcut (Rule 28.46): letters in lower case, because of Caps Lock. A letter of another
 * script is the one in the same place of a Latin keyboard. Any other sign stands for itself, wherever its key is.
 */
export function shortcutKey({ key, code, shiftKey }: KeyboardEvent): string {
  if (shiftKey) return key;
  return (/^(?!\p{sc=Latin})\p{L}$/u.test(key) ? code.replace('Key', '') : key).toLowerCase();
}

const NAME_MAX_LENGTH = 100;

/** A name without what databases refuse, and not longer than 100 characters. Never splits a surrogate pair. */
export function cleanName(name: string): string {
  const text = cleanText(name);
  const end = text.charCodeAt(NAME_MAX_LENGTH - 1);
  const splitsPair = text.length > NAME_MAX_LENGTH && end >= 0xd800 && end <= 0xdbff;
  return text.slice(0, splitsPair ? NAME_MAX_LENGTH - 1 : NAME_MAX_LENGTH);
}

/** Text without what databases refuse: NUL and halves of surrogate pairs. */
export function cleanText(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}

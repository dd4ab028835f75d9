/** Texts of a form, kept on the device until they are sent or discarded. */
import { runtime } from '#lib/runtime.ts';
import { z } from '#lib/schemas/zod.ts';

const TextsSchema = z.record(z.string(), z.string());

/** What was typed into a form, by field. */
export type Texts = Readonly<Record<string, string>>;

/** The texts under a key; null when there are none or they cannot be read. */
export function readTexts(key: string): Texts | null {
  const stored = runtime.localStorage.get(key);
  if (stored === null) return null;
  try {
    return TextsSchema.safeParse(JSON.parse(stored)).data ?? null;
  } catch {
    return null;
  }
}

/** Keeps texts; blocked or full storage is no obstacle to writing. */
export function keepTexts(key: string, texts: Texts): void {
  runtime.localStorage.set(key, JSON.stringify(texts));
}

/** Forgets the texts. */
export function discardTexts(key: string): void {
  runtime.localStorage.remove(key);
}

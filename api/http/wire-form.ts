/** The form of answers and hub messages, where it differs from the one that the code uses (rule 17.38). */
import type { core } from 'zod/v4';
import { isOrAbsent } from '#lib/schemas/common.ts';
import { type Post, PostModelSchema, SupportTicketStatusSchema } from '#lib/schemas/post.ts';

type Form = (value: unknown) => unknown;
const unchanged: Form = (value) => value;

/** A ticket id as a number, unless the number would be another text. */
const ticketNumber: Form = (id) =>
  Number.isSafeInteger(Number(id)) && String(Number(id)) === id ? Number(id) : id;

/** The forms by schema: walking the schema for each value would take twice as long as writing the JSON. */
const forms = new WeakMap<core.$ZodType, Form>([[SupportTicketStatusSchema.shape.ticketId, ticketNumber]]);

function formOf(schema: core.$ZodType): Form {
  const form = forms.get(schema) ?? createForm(schema);
  forms.set(schema, form);
  return form;
}

function createForm(schema: core.$ZodType): Form {
  const { def } = (schema as core.$ZodTypes)._zod;
  if (def.type === 'pipe') return formOf(def.out);
  if (def.type === 'optional' || def.type === 'nullable') return formOf(def.innerType);
  if (def.type === 'object') return formOfObject(def);
  const form = def.type === 'array' ? formOf(def.element) : unchanged;
  return form === unchanged ? unchanged : (items) => (items as unknown[]).map(form);
}

function formOfObject({ shape }: core.$ZodObjectDef): Form {
  const fields = Object.entries(shape).map(
    ([key, field]) => [key, formOf(field), isOrAbsent(field)] as const,
  );
  const changed = fields.filter(([, form, isLeftOut]) => form !== unchanged || isLeftOut);
  if (changed.length === 0) return unchanged;
  return (value) => {
    const sent = { ...(value as Record<string, unknown>) };
    // JSON leaves out what is undefined.
    for (const [key, form, isLeftOut] of changed)
      sent[key] = sent[key] === null && isLeftOut ? undefined : sent[key] && form(sent[key]);
    return sent;
  };
}

/** A value as it is sent: without null where the original API never has it, ticket ids as numbers, and a post also next to `model`. */
export function toWire<T>(schema: core.$ZodType, value: T): T {
  const sent = formOf(schema)(value) as T;
  return schema === PostModelSchema ? { ...sent, ...(sent as { model: Post }).model } : sent;
}

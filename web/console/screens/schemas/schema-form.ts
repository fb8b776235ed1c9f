import type { CreateEventSchemaRequest } from '../../../api/generated/request-types.ts';
import type { Translate } from '../../../messages/catalogs.ts';
import type texts from '../../../messages/en/schemaForm.json';
import type { Form } from '../../../ui/use-form.ts';

export type SchemaFields = { name: string; sample: string; attributes: string; dimensions: string };

export function schemaForm(say: Translate<keyof typeof texts>): Form<SchemaFields, CreateEventSchemaRequest> {
  return {
    initial: { name: '', sample: '', attributes: '', dimensions: '' },
    check: ({ name, attributes, dimensions }) => ({
      ...(!/^[\w.-]{1,50}$/.test(name.trim()) && { name: say('nameInvalid') }),
      ...(namesOf(attributes).length + namesOf(dimensions).length === 0 && {
        attributes: say('fieldsMissing'),
      }),
    }),
    read: ({ name, attributes, dimensions }) => ({
      name: name.trim(),
      attributes: namesOf(attributes).map((each) => ({ name: each })),
      dimensions: namesOf(dimensions).map((each) => ({ name: each })),
    }),
  };
}

export function namesOf(text: string): string[] {
  return [...new Set(text.split(/[\s,]+/).filter(Boolean))];
}

/** What an event that was pasted says of its schema. */
export interface Inferred {
  name: string;
  attributes: readonly string[];
  dimensions: readonly string[];
}

/** Members that every event has; they are no fields of a schema. */
const COMMON: ReadonlySet<string> = new Set([
  ...['id', 'accountId', 'account_id', 'timestamp', 'schemaName', 'schema_name', 'specversion', 'source'],
]);
const NUMBER = /^-?\d{1,30}(?:\.\d{1,18})?$/;

/**
 * Reads an event of this API, or any other JSON object: its numbers become attributes and its texts
 * dimensions. Null if the text is no object.
 */
export function inferSchema(text: string): Inferred | null {
  const event = readObject(text);
  if (!event) return null;
  const inner = isObject(event.event) ? event.event : event;
  const { schemaName, attributes, dimensions, ...rest } = inner;
  const fields = Array.isArray(attributes) || isObject(dimensions) ? {} : rest;
  const flat = Object.entries(fields).filter(([name]) => !COMMON.has(name));
  const isNumber = (value: unknown) =>
    typeof value === 'number' || (typeof value === 'string' && NUMBER.test(value));
  return {
    name: typeof schemaName === 'string' ? schemaName : '',
    attributes: [
      ...(Array.isArray(attributes) ? attributes.flatMap((each) => nameOf(each)) : []),
      ...flat.flatMap(([name, value]) => (isNumber(value) ? [name] : [])),
    ],
    dimensions: [
      ...(isObject(dimensions) ? Object.keys(dimensions) : []),
      ...flat.flatMap(([name, value]) =>
        typeof value === 'boolean' || (typeof value === 'string' && !isNumber(value)) ? [name] : [],
      ),
    ],
  };
}

function readObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function nameOf(attribute: unknown): string[] {
  return isObject(attribute) && typeof attribute.name === 'string' ? [attribute.name] : [];
}

import { type Static, type TObject, type TProperties, type TSchema, type TUnsafe, Type } from 'typebox';
import type { Decimal } from '#core/decimal.ts';

/**
 * The schema builders that areas use. Each result is JSON Schema, so the same object validates, types,
 * serializes and documents. Three keywords are ours: `decimal`, `instant` and `plainDate` mark values that
 * arrive as exact types.
 */

/**
 * An object without other members. `component`: the OpenAPI document describes it once, under this name, and
 * references it everywhere.
 */
export function Closed<T extends TProperties>(
  properties: T,
  options: { description?: string; component?: string } = {},
): TObject<T> {
  return Type.Object(properties, { additionalProperties: false, ...options });
}

/** `form` states what the pattern requires, after the member's name: `must be three capital letters`. */
export function Text(
  min: number,
  max: number,
  options: { pattern?: string; form?: string; description?: string; format?: string } = {},
) {
  return Type.String({ ...(min > 0 && { minLength: min }), maxLength: max, ...options });
}

/** Text with at least one character that is not white space. */
export function Name(min: number, max: number, options: { description?: string } = {}) {
  return Type.String({ minLength: min, maxLength: max, pattern: '\\S', ...options });
}

/** Text that may contain line breaks and tabs, but no other control characters. */
export function MultilineText(min: number, max: number, options: { description?: string } = {}) {
  return Type.String({ ...(min > 0 && { minLength: min }), maxLength: max, multiline: true, ...options });
}

/** `extensions` are the values that the public API does not have. */
export function Enum<const T extends readonly string[]>(
  values: T,
  options: { description?: string; extensions?: readonly T[number][] } = {},
) {
  const { extensions, ...rest } = options;
  const marked = extensions && { 'x-extension-values': [...extensions] };
  return Type.Unsafe<T[number]>({ type: 'string', enum: [...values], ...rest, ...marked });
}

/**
 * Marks a member that the public API does not have: optional, and absent from responses unless it is used.
 */
export function Extension<T extends TSchema>(schema: T) {
  return Type.Unsafe<Static<T>>({ ...schema, 'x-extension': true });
}

/** Exact number: at most 38 significant digits, 18 of them after the point. */
export function ExactNumber(
  options: { minimum?: string; exclusiveMinimum?: string; maximum?: string; description?: string } = {},
) {
  const { description, ...bounds } = options;
  return Type.Unsafe<Decimal>({ type: 'number', decimal: bounds, ...(description && { description }) });
}

/** ISO 8601 date-time; without an offset it is UTC. Printed in UTC with milliseconds. */
export function DateTime(options: { description?: string } = {}) {
  return Type.Unsafe<Temporal.Instant>({ type: 'string', format: 'date-time', instant: true, ...options });
}

/** Calendar date YYYY-MM-DD: a local day of the organization. */
export function PlainDate(options: { description?: string } = {}) {
  return Type.Unsafe<Temporal.PlainDate>({ type: 'string', format: 'date', plainDate: true, ...options });
}

/**
 * Marks a value that nobody but its owner may see, such as a password, a key, or a link that is valid without
 * a credential: it never appears in the request log.
 */
export function Secret<T extends TSchema>(schema: T) {
  return Type.Unsafe<Static<T>>({ ...schema, isSecret: true });
}

/** A member that PATCH may clear by sending null, or that a response prints as null. */
export function Nullable<T extends TSchema>(schema: T) {
  const { type, enum: values, ...rest } = schema as { type?: string; enum?: unknown[] };
  const widened = { ...rest, type: [type, 'null'], ...(values && { enum: [...values, null] }) };
  return Type.Unsafe<Static<T> | null>(widened);
}

export function List<T extends TSchema>(
  item: T,
  options: { minItems?: number; maxItems: number; uniqueItems?: boolean; description?: string },
) {
  return Type.Array(item, options);
}

/**
 * A recursive schema. `name` is its name in the OpenAPI document, unique among all schemas; `self` stands for
 * it inside. For responses.
 */
export function Recursive<T>(name: string, build: (self: TUnsafe<T>) => TSchema): TUnsafe<T> {
  return Type.Unsafe<T>({ ...build(Type.Unsafe<T>({ $ref: name })), $id: name });
}

/** A map of short texts. */
export function TextMap(options: {
  maxProperties: number;
  maxKey: number;
  maxValue: number;
  minValue?: number;
  description?: string;
}) {
  return Type.Unsafe<Record<string, string>>({
    type: 'object',
    maxProperties: options.maxProperties,
    propertyNames: { minLength: 1, maxLength: options.maxKey },
    additionalProperties: { type: 'string', maxLength: options.maxValue, minLength: options.minValue ?? 0 },
    ...(options.description && { description: options.description }),
  });
}

/** Free-form data that callers attach to their resources. Payment card numbers are rejected everywhere. */
export function Metadata(options: { description?: string } = {}) {
  const map = TextMap({ maxProperties: 50, maxKey: 40, maxValue: 500, ...options });
  return Type.Unsafe<Record<string, string>>({ ...map, noCardNumbers: true });
}

/** Known members, each with its own schema, and other members that are texts. */
export function TextMapWith<T extends TProperties>(
  known: T,
  options: {
    maxProperties: number;
    maxKey: number;
    maxValue: number;
    component?: string;
    description?: string;
  },
): TObject<T> {
  const { maxProperties, maxKey, maxValue, ...named } = options;
  return Type.Object(known, {
    maxProperties,
    propertyNames: { minLength: 1, maxLength: maxKey },
    additionalProperties: Text(0, maxValue),
    ...named,
  });
}

export const CURRENCY_CODE = { pattern: '^[A-Z]{3}$', form: 'must be an ISO 4217 code such as EUR' };

/** The most characters of an e-mail address: 64, the @ and 255. */
export const MAX_EMAIL = 320;

/** An e-mail address that can receive mail; may be empty where that means none. */
export function Email(
  options: { isEmptyAllowed?: boolean; description?: string; pattern?: string; form?: string } = {},
) {
  const { isEmptyAllowed = false, ...rest } = options;
  const bounds = isEmptyAllowed ? {} : { minLength: 1 };
  return Type.String({ ...bounds, maxLength: MAX_EMAIL, email: true, ...rest });
}

/** Accepted in any case and stored in upper case; empty means none. */
export const Country = Type.Unsafe<string>({
  ...{ type: 'string', maxLength: 2, country: true, description: 'ISO 3166-1 alpha-2' },
});

export const Address = Closed(
  {
    phoneNumber: Type.Optional(Text(0, 255)),
    line1: Type.Optional(Text(0, 255)),
    line2: Type.Optional(Text(0, 255)),
    postalCode: Type.Optional(Text(0, 255)),
    city: Type.Optional(Text(0, 255)),
    state: Type.Optional(Text(0, 255)),
    country: Type.Optional(Country),
  },
  { component: 'Address' },
);
export type Address = Static<typeof Address>;

export const Success = Closed({ success: Type.Boolean() }, { component: 'Success' });
export const ErrorBody = Closed({ message: Text(0, 500) }, { component: 'Error' });

/**
 * The list envelope of the interface document: `data`, and `nextToken`, null on the last page. The OpenAPI
 * document names it after its items: a page of `Invoice` is an `InvoicePage`.
 */
export function PageOf<T extends TSchema>(item: T) {
  const { component } = item as { component?: string };
  return Closed(
    { data: Type.Array(item), nextToken: Nullable(Type.String({ maxLength: 500 })) },
    component === undefined ? {} : { component: `${component}Page` },
  );
}

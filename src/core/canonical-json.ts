/**
 * JSON text that depends on the value alone: members sorted by UTF-16 code units as in RFC 8785, no white
 * space, undefined members omitted. Equal values have equal bytes, so stored documents can be compared and
 * hashed. Throws `TypeError` on values that JSON would silently change: class instances, functions, holes,
 * and non-finite numbers. Callers convert decimals to text before.
 */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'number') return numberText(value);
  if (Array.isArray(value)) return `[${Array.from(value, canonicalJson).join(',')}]`;
  if (isPlainObject(value)) return objectText(value);
  throw new TypeError(`not a JSON value: ${Object.prototype.toString.call(value)}`);
}

/** The text of a request body: equal requests have equal texts. Decimals and dates appear as printed. */
export function requestText(body: object): string {
  return canonicalJson(JSON.parse(JSON.stringify(body)));
}

function numberText(value: number): string {
  if (!Number.isFinite(value)) throw new TypeError(`not a JSON number: ${value}`);
  return JSON.stringify(value);
}

function objectText(value: Record<string, unknown>): string {
  const members = Object.keys(value)
    .sort()
    .filter((name) => value[name] !== undefined)
    .map((name) => `${JSON.stringify(name)}:${canonicalJson(value[name])}`);
  return `{${members.join(',')}}`;
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

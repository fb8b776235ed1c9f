import type { EventSchema } from '../../../api/generated/types.ts';

/** What the service would say about a part of a pasted event. */
export interface Finding {
  field: string;
  kind:
    | 'noEvent'
    | 'otherSchema'
    | 'memberMissing'
    | 'attributeMissing'
    | 'dimensionMissing'
    | 'notDecimal'
    | 'notText'
    | 'undeclared'
    | 'fits';
  /** Ingestion rejects the event, or ignores the field. */
  level: 'bad' | 'warn' | 'good';
  value?: string;
}

const DECIMAL = /^-?\d{1,512}(?:\.\d+)?$/;
const MEMBERS = ['accountId', 'timestamp'] as const;
type Members = Record<string, unknown>;

/** Compares an event, alone or as the body of a request, with the fields of a schema. */
export function checkEvent(schema: EventSchema, text: string): Finding[] {
  const event = readEvent(text);
  if (!event) return [{ field: '', kind: 'noEvent', level: 'bad' }];
  const { schemaName } = event;
  return [
    ...(schemaName === schema.name ? [] : [bad('schemaName', 'otherSchema', String(schemaName ?? ''))]),
    ...MEMBERS.filter((name) => typeof event[name] !== 'string').map((name) => bad(name, 'memberMissing')),
    ...checkAttributes(schema, valuesOf(event.attributes)),
    ...checkDimensions(schema, isObject(event.dimensions) ? event.dimensions : {}),
  ];
}

function checkAttributes({ attributes }: EventSchema, sent: ReadonlyMap<string, unknown>): Finding[] {
  const declared = attributes.map(({ name }) => name);
  return [
    ...declared.map((name): Finding => {
      if (!sent.has(name)) return bad(name, 'attributeMissing');
      const value = sent.get(name);
      const isDecimal = typeof value === 'string' && DECIMAL.test(value);
      const shown = JSON.stringify(value) ?? '';
      return isDecimal ? { field: name, kind: 'fits', level: 'good', value } : bad(name, 'notDecimal', shown);
    }),
    ...[...sent.keys()].filter((name) => !declared.includes(name)).map(undeclared),
  ];
}

function checkDimensions({ dimensions }: EventSchema, sent: Members): Finding[] {
  const declared = dimensions.map(({ name }) => name);
  return [
    ...declared.map((name): Finding => {
      if (!Object.hasOwn(sent, name)) return bad(name, 'dimensionMissing');
      const value = sent[name];
      if (typeof value === 'string' && value !== '')
        return { field: name, kind: 'fits', level: 'good', value };
      return bad(name, 'notText', JSON.stringify(value));
    }),
    ...Object.keys(sent)
      .filter((name) => !declared.includes(name))
      .map(undeclared),
  ];
}

function bad(field: string, kind: Finding['kind'], value?: string): Finding {
  return { field, kind, level: 'bad', ...(value !== undefined && { value }) };
}

/** Meters do not see it. */
function undeclared(field: string): Finding {
  return { field, kind: 'undeclared', level: 'warn' };
}

function valuesOf(attributes: unknown): Map<string, unknown> {
  const list = Array.isArray(attributes) ? attributes : [];
  return new Map(list.filter(isObject).map(({ name, value }) => [String(name), value]));
}

function readEvent(text: string): Members | null {
  try {
    const value: unknown = JSON.parse(text);
    if (!isObject(value)) return null;
    return isObject(value.event) ? value.event : value;
  } catch {
    return null;
  }
}

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

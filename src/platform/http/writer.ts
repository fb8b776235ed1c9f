import { Decimal, decimalText } from '#core/decimal.ts';
import { instantText } from './instants.ts';

declare global {
  interface JSON {
    /**
     * Emits `text` as it is when the result is stringified; part of the language, not yet of its type
     * library.
     */
    rawJSON(text: string): unknown;
  }
}

/**
 * Turns a handler's result into what goes on the wire: declared members only, exact numbers, UTC
 * milliseconds.
 */
export type Writer = (value: unknown) => unknown;

interface Node {
  type?: string | string[];
  properties?: Record<string, Node>;
  required?: string[];
  additionalProperties?: boolean | Node;
  patternProperties?: Record<string, Node>;
  items?: Node;
  anyOf?: Node[];
  decimal?: object;
  instant?: true;
  plainDate?: true;
}

/**
 * Compiles a response schema. Members named `platform…` are printed with the deployment's own prefix.
 * Recursive
 * schemas refer to their root with `$ref: '#'`.
 */
export function compileWriter(schema: object, names: { prefix: string }): Writer {
  const root: { write: Writer } = { write: (value) => value };
  root.write = compileNode(schema as Node, { prefix: names.prefix, root });
  return (value) => root.write(value);
}

interface Compilation {
  prefix: string;
  root: { write: Writer };
}

function compileNode(node: Node & { $ref?: string }, compilation: Compilation): Writer {
  if (node.$ref === '#') return (value) => compilation.root.write(value);
  if (node.decimal) return orNull(writeNumber);
  if (node.instant)
    return orNull((value) => (value instanceof Temporal.Instant ? instantText(value) : value));
  if (node.plainDate) return orNull(String);
  const type = [node.type].flat().find((name) => name !== 'null');
  if (type === 'array') {
    const write = compileNode(node.items ?? {}, compilation);
    return orNull((value) => (value as unknown[]).map(write));
  }
  return type === 'object' && (node.properties || node.additionalProperties)
    ? orNull(compileObject(node, compilation))
    : (value) => value;
}

function compileObject(node: Node, compilation: Compilation): Writer {
  const required = new Set(node.required);
  const members = Object.entries(node.properties ?? {}).map(([name, member]) => ({
    name,
    printed: wireName(name, compilation.prefix),
    isRequired: required.has(name),
    isNullable: [member.type].flat().includes('null'),
    write: compileNode(member, compilation),
  }));
  if (members.length === 0) return compileMap(node, compilation);
  return (value) => {
    const source = value as Record<string, unknown>;
    const written: Record<string, unknown> = {};
    for (const member of members) {
      const found = source[member.name];
      // Absent optional members are omitted; a null is printed only where the schema declares it.
      if (found === undefined || (found === null && !member.isNullable)) {
        if (member.isRequired && member.isNullable) written[member.printed] = null;
        continue;
      }
      written[member.printed] = member.write(found);
    }
    return written;
  };
}

function compileMap(node: Node, compilation: Compilation): Writer {
  const item = node.additionalProperties;
  const write: Writer = typeof item === 'object' ? compileNode(item, compilation) : (value) => value;
  return (value) =>
    Object.fromEntries(Object.entries(value as object).map(([key, member]) => [key, write(member)]));
}

function orNull(write: Writer): Writer {
  return (value) => (value === null ? null : write(value));
}

/** A decimal, or its text from a stored document, as a JSON number token of the same digits. */
function writeNumber(value: unknown): unknown {
  if (typeof value === 'number') return value;
  const text = value instanceof Decimal ? decimalText(value) : decimalText(new Decimal(String(value)));
  return JSON.rawJSON(text);
}

/** `platformAccountId` under another prefix: `<prefix>AccountId`. */
export function wireName(name: string, prefix: string): string {
  return prefix !== 'platform' && /^platform[A-Z]/.test(name) ? prefix + name.slice('platform'.length) : name;
}

import { Decimal, decimalText } from '#core/decimal.ts';
import { instantText } from './instants.ts';

declare global {
  interface JSON {
    /**
     * `JSON.rawJSON` emits `text` unchanged when stringified; the language has it, its type library not yet.
     */
    rawJSON(text: string): unknown;
    isRawJSON(value: unknown): boolean;
  }
}

/** Converts a handler's result for the wire: declared members only, exact numbers, UTC milliseconds. */
export interface Writer {
  (value: unknown): unknown;
  /** Writers of the parts of a value; absent where parts are printed as they are. */
  readonly parts?: WriterParts;
}

export interface WriterParts {
  /** For lists. */
  items?: Writer;
  /** For objects, in print order. */
  members?: readonly WrittenMember[];
  /** For undeclared members; absent where they are omitted. */
  others?: Writer;
}

export interface WrittenMember {
  name: string;
  printed: string;
  isRequired: boolean;
  isNullable: boolean;
  write: Writer;
}

interface Node {
  $id?: string;
  $ref?: string;
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
 * Compiles a response schema. Members named `platform…` are printed with the deployment's own prefix. A
 * `$ref` leads to the enclosing schema with that `$id` (`Recursive` makes both).
 */
export function compileWriter(schema: object, names: { prefix: string }): Writer {
  return compileNode(schema as Node, { prefix: names.prefix, around: new Map() });
}

interface Compilation {
  prefix: string;
  /** The enclosing schemas of a node by `$id`; each is filled when its own compilation ends. */
  around: ReadonlyMap<string, { write: Writer }>;
}

function compileNode(node: Node, compilation: Compilation): Writer {
  if (node.$ref !== undefined) return resolveRef(node.$ref, compilation);
  if (node.$id === undefined) return compileShape(node, compilation);
  const cell: { write: Writer } = { write: (value) => value };
  const around = new Map([...compilation.around, [node.$id, cell]]);
  cell.write = compileShape(node, { ...compilation, around });
  return cell.write;
}

/** The referenced schema is still being compiled, so its writer is looked up on use. */
function resolveRef(ref: string, { around }: Compilation): Writer {
  const cell = around.get(ref);
  if (!cell) throw new Error(`$ref ${ref} refers to no enclosing schema`);
  const write = (value: unknown) => cell.write(value);
  return Object.defineProperty(write, 'parts', { get: () => cell.write.parts });
}

function compileShape(node: Node, compilation: Compilation): Writer {
  if (node.decimal) return orNull(writeNumber);
  if (node.instant)
    return orNull((value) => (value instanceof Temporal.Instant ? instantText(value) : value));
  if (node.plainDate) return orNull(String);
  const type = [node.type].flat().find((name) => name !== 'null');
  if (type === 'array') {
    const write = compileNode(node.items ?? {}, compilation);
    return orNull(withParts((value) => (value as unknown[]).map((item) => write(item)), { items: write }));
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
  const writeOthers = typeof node.additionalProperties === 'object' ? compileMap(node, compilation) : null;
  const known = new Set(members.map(({ name }) => name));
  const write: Writer = (value) => {
    const source = value as Record<string, unknown>;
    const others = Object.entries(writeOthers ? source : {}).filter(([name]) => !known.has(name));
    const written = (writeOthers?.(Object.fromEntries(others)) ?? {}) as Record<string, unknown>;
    for (const member of members) {
      const found = source[member.name];
      if (!isPrinted(member, found)) continue;
      written[member.printed] = found === undefined ? null : member.write(found);
    }
    return written;
  };
  const others = writeOthers?.parts?.others;
  return withParts(write, { members, ...(others && { others }) });
}

/** Absent optional members are omitted; a null is printed only where the schema declares it. */
export function isPrinted({ isRequired, isNullable }: WrittenMember, value: unknown): boolean {
  return isNullable ? isRequired || value !== undefined : value !== undefined && value !== null;
}

function compileMap(node: Node, compilation: Compilation): Writer {
  const item = node.additionalProperties;
  const write: Writer = typeof item === 'object' ? compileNode(item, compilation) : (value) => value;
  const writeAll: Writer = (value) =>
    Object.fromEntries(Object.entries(value as object).map(([key, member]) => [key, write(member)]));
  return withParts(writeAll, { others: write });
}

function withParts(write: Writer, parts: WriterParts): Writer {
  return Object.assign(write, { parts });
}

function orNull(write: Writer): Writer {
  const { parts } = write;
  const writeOrNull: Writer = (value) => (value === null ? null : write(value));
  return parts ? withParts(writeOrNull, parts) : writeOrNull;
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

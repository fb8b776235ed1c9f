import type { TSchema } from 'typebox';
import { wireName } from './writer.ts';

/** Prints schemas for the document and collects named schemas as components. */
export interface SchemaPrinter {
  /** A schema as plain JSON Schema: our keywords become standard ones, named schemas become references. */
  print(schema: unknown): unknown;
  /** The same for a whole body: an unnamed one becomes a component with this name. */
  printBody(schema: TSchema, name: string): unknown;
  /** `components.schemas`, once everything is printed. */
  components(): Record<string, unknown>;
}

interface Known {
  /** JSON of the printed schema, without what single references add. */
  text: string;
  printed: Node;
  references: { reference: Reference; description: string | undefined }[];
}

type Node = Record<string, unknown>;
type Reference = Node & { description?: string };

const INTERNAL_KEYWORDS = new Set([
  ...['$id', 'component', 'instant', 'plainDate', 'multiline', 'noCardNumbers', 'email', 'country', 'form'],
  'isSecret',
]);
/** Keywords of schemas for which generators invent a name, unless the schema has one. */
const COMPOUND = ['properties', 'anyOf', 'items', 'additionalProperties'];

/** `prefix`: for members named after the product. Throws when two different schemas share a name. */
export function schemaPrinter(prefix: string): SchemaPrinter {
  const all: Printing = { prefix, known: new Map() };
  return {
    print: (schema) => print(schema, all),
    printBody: (schema, name) => {
      const isNamed = nameOf(schema) !== undefined;
      const isPlain = isNamed || !COMPOUND.some((key) => key in schema);
      return isPlain ? print(schema, all) : refer(name, schema as Node, all);
    },
    components: () => {
      for (const entry of all.known.values()) describe(entry);
      return Object.fromEntries([...all.known].map(([name, { printed }]) => [name, printed]));
    },
  };
}

interface Printing {
  prefix: string;
  known: Map<string, Known>;
}

function print(node: unknown, all: Printing): unknown {
  if (Array.isArray(node)) return node.map((item) => print(item, all));
  if (node === null || typeof node !== 'object') return node;
  const name = nameOf(node);
  if (name !== undefined) return refer(name, node as Node, all);
  const { $ref } = node as { $ref?: string };
  return $ref === undefined ? printMembers(node, all) : { $ref: pathOf($ref) };
}

function nameOf(schema: object): string | undefined {
  const { $id, component } = schema as { $id?: string; component?: string };
  return $id ?? component;
}

/** A reference with what applies only here: nullability, the extension mark, a description. */
function refer(name: string, node: Node, all: Printing): Reference {
  const { type, description, 'x-extension': mark, ...rest } = node;
  const isNullable = Array.isArray(type) && type.includes('null');
  const bare = { ...(type !== undefined && { type: isNullable ? typeBesideNull(type) : type }), ...rest };
  const $ref = pathOf(name);
  const reference: Reference = {
    ...(isNullable ? { anyOf: [{ $ref }, { type: 'null' }] } : { $ref }),
    ...(mark === true && { 'x-extension': true }),
  };
  keep(name, bare, all).references.push({ reference, description: description as string | undefined });
  return reference;
}

function keep(name: string, node: Node, all: Printing): Known {
  const found = all.known.get(name);
  // A recursive reference: the schema is still being printed.
  if (found?.text === '') return found;
  const entry: Known = found ?? { text: '', printed: {}, references: [] };
  all.known.set(name, entry);
  const printed = printMembers(node, all);
  const text = JSON.stringify(printed);
  if (found && found.text !== text)
    throw new Error(`component ${name}: two schemas have this name; name one of them differently`);
  return Object.assign(entry, { text, printed: found?.printed ?? printed });
}

function printMembers(node: object, all: Printing): Node {
  const wire = (name: string) => wireName(name, all.prefix);
  const copy: Node = {};
  for (const [key, value] of Object.entries(node)) {
    if (INTERNAL_KEYWORDS.has(key) || key.startsWith('~')) continue;
    if (key === 'decimal') Object.assign(copy, numericBounds(value as Record<string, string>));
    else if (key === 'properties')
      copy.properties = Object.fromEntries(
        Object.entries(value as object).map(([name, member]) => [wire(name), print(member, all)]),
      );
    else if (key === 'required') copy.required = (value as string[]).map(wire);
    else copy[key] = print(value, all);
  }
  return isMixedMap(copy) ? { ...copy, additionalProperties: true } : copy;
}

/** Moves a description that all references share to the schema itself. */
function describe({ printed, references }: Known): void {
  const [first, ...others] = new Set(references.map(({ description }) => description));
  if (others.length === 0 && first !== undefined) printed.description = first;
  if (others.length === 0) return;
  for (const { reference, description } of references)
    if (description !== undefined) reference.description = description;
}

/**
 * Typed members beside a map of texts: generators cannot type both, so in the document other members may be
 * anything. Validation of requests is unchanged.
 */
function isMixedMap({ properties, additionalProperties }: Node): boolean {
  return properties !== undefined && typeof additionalProperties === 'object';
}

function typeBesideNull(types: readonly string[]): unknown {
  const others = types.filter((type) => type !== 'null');
  return others.length === 1 ? others[0] : others;
}

function pathOf(name: string): string {
  return `#/components/schemas/${name}`;
}

function numericBounds(bounds: Record<string, string>): object {
  return Object.fromEntries(Object.entries(bounds).map(([name, text]) => [name, Number(text)]));
}

import { wireName } from '../http/writer.ts';

interface Node {
  $id?: string;
  $ref?: string;
  type?: string | string[];
  isSecret?: true;
  properties?: Record<string, Node>;
  additionalProperties?: boolean | Node;
  items?: Node;
  anyOf?: Node[];
}

/**
 * A place in a JSON value, as its schemas declare it. Several schemas, when a value may have one of them: a
 * place is then secret if one of them says so.
 */
export interface Place {
  /** The whole value is a secret. */
  isSecret: boolean;
  /** Texts, numbers and other plain values are declared here. */
  isPlain: boolean;
  /** Null: no schema declares such a member. */
  member(name: string): Place | null;
  /** Null: no list is declared here. */
  item(): Place | null;
}

/** What a body may contain. */
export interface Secrets {
  place: Place;
  /** It contains secrets somewhere, so that a member that nobody declares may be a misspelt one. */
  isStrict: boolean;
  /** The names of its secret members. */
  names: readonly string[];
}

/** Finds the secret places of the bodies with these schemas; members have their names on the wire. */
export function findSecrets(schemas: readonly object[], { prefix }: { prefix: string }): Secrets {
  const nodes = schemas as readonly Node[];
  const names = [...new Set(nodes.flatMap((node) => [...secretNames(node, prefix)]))];
  const isStrict = names.length > 0 || nodes.some(({ isSecret }) => isSecret);
  return { place: placeOf(nodes, { prefix, around: new Map() }), isStrict, names };
}

/** A place where everything may be. */
export const ANYTHING: Place = {
  isSecret: false,
  isPlain: true,
  member: () => ANYTHING,
  item: () => ANYTHING,
};

interface Enclosing {
  prefix: string;
  around: ReadonlyMap<string, Node>;
}

function placeOf(nodes: readonly Node[], enclosing: Enclosing): Place {
  const around = new Map(enclosing.around);
  const all = nodes.flatMap((node) => alternatives(node, around));
  const within = { ...enclosing, around };
  const known = new Map<string, Place | null>();
  return {
    isSecret: all.some(({ isSecret }) => isSecret),
    isPlain: all.some(isPlain),
    member: (name) => known.getOrInsertComputed(name, () => memberOf(all, name, within)),
    item: () => {
      const items = all.flatMap(({ items: each }) => each ?? []);
      return items.length > 0 ? placeOf(items, within) : null;
    },
  };
}

/** The node, or what it leads to; notes the nodes that a reference below may lead back to. */
function alternatives(node: Node, around: Map<string, Node>): Node[] {
  if (node.$id !== undefined) around.set(node.$id, node);
  const target = node.$ref === undefined ? undefined : around.get(node.$ref);
  if (target) return alternatives({ ...target, ...(node.isSecret && { isSecret: true }) }, around);
  return node.anyOf ? [node, ...node.anyOf.flatMap((each) => alternatives(each, around))] : [node];
}

function isPlain({ type, anyOf, properties, items }: Node): boolean {
  const types = [type ?? []].flat();
  if (types.length === 0) return !anyOf && !properties && !items;
  return types.some((name) => name !== 'object' && name !== 'array' && name !== 'null');
}

function memberOf(nodes: readonly Node[], name: string, within: Enclosing): Place | null {
  const declared = nodes.flatMap(({ properties = {} }) =>
    Object.entries(properties).flatMap(([key, node]) =>
      wireName(key, within.prefix) === name ? [node] : [],
    ),
  );
  if (declared.length > 0) return placeOf(declared, within);
  const others = nodes.flatMap(({ additionalProperties: each }) => (typeof each === 'object' ? [each] : []));
  if (others.length > 0) return placeOf(others, within);
  return nodes.some(isFree) ? ANYTHING : null;
}

/** An object whose members nobody declares. */
function isFree({ type, properties, additionalProperties }: Node): boolean {
  const isObject = [type ?? 'object'].flat().includes('object');
  return isObject && properties === undefined && additionalProperties !== false;
}

function* secretNames(
  { properties = {}, additionalProperties, items, anyOf = [] }: Node,
  prefix: string,
): Generator<string> {
  for (const [name, member] of Object.entries(properties)) {
    if (member.isSecret) yield wireName(name, prefix);
    yield* secretNames(member, prefix);
  }
  const inner = [items ?? [], anyOf, typeof additionalProperties === 'object' ? additionalProperties : []];
  for (const node of inner.flat()) yield* secretNames(node, prefix);
}

import type { Ajv, ValidateFunction } from 'ajv';
import { takeTurns } from '../turns.ts';

/** Compiled in one turn, in characters of a schema: 10 ms. */
const MOST_AT_ONCE = 6_000;
/** Smaller parts are not worth a schema of their own. */
const LEAST_PART = 500;

type Node = Record<string, unknown>;

/**
 * Compiles a schema a part at a time, with turns for others in between: large parts become schemas of their
 * own, to which the rest refers. The validator says of a value what that of the whole schema says.
 */
export async function compileInParts(ajv: Ajv, schema: object): Promise<ValidateFunction> {
  const parts: Node[] = [];
  const rest = withoutParts(schema as Node, parts);
  const turns = takeTurns();
  for (const [index, part] of parts.entries()) {
    ajv.addSchema(part, nameOf(index));
    ajv.getSchema(nameOf(index));
    await turns.giveWay();
  }
  return ajv.compile(rest);
}

const nameOf = (index: number) => `part-${index}`;
const sizeOf = (node: unknown) => JSON.stringify(node).length;

/** What is inside of a part is before it in `parts`. */
function withoutParts(node: Node, parts: Node[]): Node {
  const copy = copyOf(node);
  for (const { child, replace } of childrenOf(copy)) replace(withoutParts(child, parts));
  while (sizeOf(copy) > MOST_AT_ONCE) {
    const sized = childrenOf(copy).map((each) => ({ ...each, size: sizeOf(each.child) }));
    const able = sized.filter(({ child, size }) => size >= LEAST_PART && isIndependent(child));
    const largest = able.toSorted((one, other) => other.size - one.size)[0];
    if (!largest) break;
    parts.push(largest.child);
    largest.replace({ $ref: nameOf(parts.length - 1) });
  }
  return copy;
}

/** The validator does not follow a reference for a default, and other references lead to what is around. */
function isIndependent(child: Node): boolean {
  return !('default' in child) && !/"\$id":|"\$ref":"(?!part-)/.test(JSON.stringify(child));
}

const SINGLE = ['items', 'additionalProperties'] as const;
const SEVERAL = ['properties', 'anyOf', 'oneOf', 'allOf'] as const;

/** With lists and maps of schemas of its own. */
function copyOf(node: Node): Node {
  const copy = { ...node };
  for (const name of SEVERAL) {
    const several = copy[name];
    if (Array.isArray(several)) copy[name] = [...several];
    else if (isNode(several)) copy[name] = { ...several };
  }
  return copy;
}

interface Child {
  child: Node;
  replace(by: Node): void;
}

function childrenOf(node: Node): Child[] {
  const places = [
    ...SINGLE.map((name) => [node, name] as const),
    ...SEVERAL.flatMap((name) => {
      const owner = (node[name] ?? {}) as Node;
      return Object.keys(owner).map((key) => [owner, key] as const);
    }),
  ];
  return places.flatMap(([owner, name]) => {
    const child = owner[name];
    const replace = (by: Node) => {
      owner[name] = by;
    };
    return isNode(child) ? [{ child, replace }] : [];
  });
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

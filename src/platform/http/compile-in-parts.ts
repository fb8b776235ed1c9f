import type { Ajv, ValidateFunction } from 'ajv';
import { startTurns } from '../turns.ts';

/** The most that is compiled in one turn, in characters of schema: about 10 ms. */
const MAX_AT_ONCE = 6_000;
/** Smaller parts stay in their parent schema. */
const MIN_PART = 500;

type Node = Record<string, unknown>;

/**
 * Compiles a schema in parts and yields the event loop in between: large parts become separate schemas that
 * the rest references. The result validates exactly as the whole schema does.
 */
export async function compileInParts(ajv: Ajv, schema: object): Promise<ValidateFunction> {
  const parts: Node[] = [];
  const rest = withoutParts(schema as Node, parts);
  const turns = startTurns();
  for (const [index, part] of parts.entries()) {
    ajv.addSchema(part, nameOf(index));
    ajv.getSchema(nameOf(index));
    await turns.yieldLoop();
  }
  return ajv.compile(rest);
}

const nameOf = (index: number) => `part-${index}`;
const sizeOf = (node: unknown) => JSON.stringify(node).length;

/** `parts` lists inner parts before the parts that contain them. */
function withoutParts(node: Node, parts: Node[]): Node {
  const copy = copyOf(node);
  for (const { child, replace } of childrenOf(copy)) replace(withoutParts(child, parts));
  while (sizeOf(copy) > MAX_AT_ONCE) {
    const sized = childrenOf(copy).map((each) => ({ ...each, size: sizeOf(each.child) }));
    const able = sized.filter(({ child, size }) => size >= MIN_PART && isIndependent(child));
    const largest = able.toSorted((one, other) => other.size - one.size)[0];
    if (!largest) break;
    parts.push(largest.child);
    largest.replace({ $ref: nameOf(parts.length - 1) });
  }
  return copy;
}

/**
 * The validator ignores defaults behind a reference, and other references point into the enclosing schema.
 */
function isIndependent(child: Node): boolean {
  return !('default' in child) && !/"\$id":|"\$ref":"(?!part-)/.test(JSON.stringify(child));
}

const SINGLE = ['items', 'additionalProperties'] as const;
const SEVERAL = ['properties', 'anyOf', 'oneOf', 'allOf'] as const;

/** A copy whose lists and maps of schemas are copied too. */
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
  const slots = [
    ...SINGLE.map((name) => [node, name] as const),
    ...SEVERAL.flatMap((name) => {
      const owner = (node[name] ?? {}) as Node;
      return Object.keys(owner).map((key) => [owner, key] as const);
    }),
  ];
  return slots.flatMap(([owner, name]) => {
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

import type { Translate } from '../../messages/catalogs.ts';
import type texts from '../../messages/en/logic.json';
import { OPERATORS } from './operators.ts';

/** A parsed piece of logic; numbers keep the digits that were typed. */
export type Node =
  | null
  | boolean
  | string
  | RawNumber
  | readonly Node[]
  | { readonly [operator: string]: Node };

export interface RawNumber {
  readonly rawJSON: string;
}

interface ExactJson {
  parse(text: string, revive: (key: string, value: unknown, context?: { source?: string }) => unknown): Node;
  rawJSON(text: string): RawNumber;
  isRawJSON(value: unknown): value is RawNumber;
}
const json = JSON as unknown as ExactJson;

export const isNumber = (node: Node | undefined): node is RawNumber => json.isRawJSON(node);
export const isList = (node: Node | undefined): node is readonly Node[] => Array.isArray(node);

/** Undefined for a text that is no JSON. */
export function parseLogic(text: string): Node | undefined {
  try {
    return json.parse(text, (_, value, context) =>
      typeof value === 'number' ? json.rawJSON(context?.source ?? String(value)) : value,
    );
  } catch {
    return undefined;
  }
}

/** The operator of an operation and its arguments; null for anything else. */
export function operationOf(node: Node | undefined): { operator: string; args: readonly Node[] } | null {
  if (typeof node !== 'object' || node === null || isNumber(node) || isList(node)) return null;
  const [entry, ...more] = Object.entries(node);
  if (!entry || more.length > 0) return null;
  const [operator, args] = entry;
  return { operator, args: isList(args) ? args : [args] };
}

/** The name that `{"var": …}` reads; null for anything else. */
export function variableOf(node: Node | undefined): string | null {
  const operation = operationOf(node);
  const [name, ...more] = operation?.args ?? [];
  return operation?.operator === 'var' && typeof name === 'string' && more.length === 0 ? name : null;
}

/** With indentation, and every digit; a text that is no JSON stays as it is. */
export function prettyLogic(text: string): string {
  const node = parseLogic(text);
  return node === undefined ? text : JSON.stringify(node, null, 2);
}

/** In one line, as requests take it; a text that is no JSON stays as it is. */
export function compactLogic(text: string): string {
  const node = parseLogic(text);
  return node === undefined ? text : JSON.stringify(node);
}

type Say = Translate<keyof typeof texts>;

/** What is wrong with typed logic, and where; the service checks the rest. Undefined: nothing. */
export function logicError(text: string, say: Say): string | undefined {
  const syntax = syntaxError(text, say);
  if (syntax) return syntax;
  const unknown = findUnknown(parseLogic(text) ?? null);
  if (unknown === undefined) return undefined;
  if (unknown === null) return say('notAnOperation');
  return say('unknownOperator', { operator: unknown, line: String(lineOf(text, unknown)) });
}

function syntaxError(text: string, say: Say): string | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    // Every engine names the place in words of its own, and some do not.
    const [, line, column] = /line (\d+) column (\d+)/.exec(String(error)) ?? [];
    return line && column ? say('syntaxAt', { line, column }) : say('syntax');
  }
}

/** An operator that does not exist; null for an object that is no operation. */
function findUnknown(node: Node): string | null | undefined {
  if (isList(node)) return findFirst(node);
  if (typeof node !== 'object' || node === null || isNumber(node)) return undefined;
  const operation = operationOf(node);
  if (!operation) return null;
  return OPERATORS.has(operation.operator) ? findFirst(operation.args) : operation.operator;
}

function findFirst(nodes: readonly Node[]): string | null | undefined {
  for (const node of nodes) {
    const found = findUnknown(node);
    if (found !== undefined) return found;
  }
  return undefined;
}

function lineOf(text: string, operator: string): number {
  const at = text.indexOf(JSON.stringify(operator));
  return text.slice(0, Math.max(at, 0)).split('\n').length;
}

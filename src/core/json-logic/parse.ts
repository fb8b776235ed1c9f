import { type Decimal, decimalText, parseJsonDecimal, ZERO } from '../decimal.ts';
import { LogicError, quoted } from './error.ts';
import { type LogicLimits, MAX_TEXT_LENGTH } from './limits.ts';
import { OPERATORS } from './operators/table.ts';
import { isDecimal, isNamedData } from './values.ts';

/** Checked logic: every operator exists and has the right number of arguments. */
export type Tree =
  | { readonly kind: 'literal'; readonly value: null | boolean | string | Decimal }
  | { readonly kind: 'list'; readonly items: readonly Tree[] }
  | {
      readonly kind: 'operation';
      readonly operator: string;
      readonly args: readonly Tree[];
      /** Written as `{"!": x}`, without a list around a single argument. */
      readonly isBare: boolean;
    };

type Reader = { readonly limits: LogicLimits; nodes: number };

/** Parses JSON text, or takes logic that a JSON parser has already parsed. Throws `LogicError`. */
export function parseTree(source: unknown, limits: LogicLimits): Tree {
  const json = typeof source === 'string' ? parseJson(source, limits) : source;
  const tree = read(json, 1, { limits, nodes: 0 });
  checkLength(canonicalText(tree), limits);
  return tree;
}

/** JSON without spaces, numbers in their shortest exact form: equally written logic has equal text. */
export function canonicalText(tree: Tree): string {
  if (tree.kind === 'literal')
    return isDecimal(tree.value) ? decimalText(tree.value) : JSON.stringify(tree.value);
  if (tree.kind === 'list') return `[${tree.items.map(canonicalText).join(',')}]`;
  const args = tree.args.map(canonicalText).join(',');
  return `{${JSON.stringify(tree.operator)}:${tree.isBare ? args : `[${args}]`}}`;
}

function checkLength(text: string, { maxLength }: LogicLimits): void {
  if (text.length <= maxLength) return;
  // A code point has one or two units, so only lengths in between need counting.
  if (text.length > 2 * maxLength || [...text].length > maxLength)
    throw new LogicError('TOO_LONG', `The logic may have at most ${maxLength} characters. Make it shorter.`);
}

const parseWithSource = JSON.parse as (
  text: string,
  reviver: (key: string, value: unknown, context: { source?: string }) => unknown,
) => unknown;

/** Reads numbers from their source text, so that 0.1 and 30 digits are exact. */
function parseJson(text: string, limits: LogicLimits): unknown {
  checkLength(text, limits);
  const hasSeveralMembers = checkNesting(text, limits);
  let json: unknown;
  try {
    json = parseWithSource(text, (_key, value, { source }) =>
      typeof value === 'number' ? exactNumber(source ?? String(value)) : value,
    );
  } catch (error) {
    if (error instanceof LogicError) throw error;
    throw new LogicError(
      'INVALID_JSON',
      'The logic is not valid JSON. Send it as JSON text or as a JSON object.',
    );
  }
  // Only the text shows a duplicate member: the parser silently keeps the last one.
  if (hasSeveralMembers) throw notAnOperation();
  return json;
}

const STRUCTURE = /"(?:[^"\\]|\\.)*"?|[{}[\],]/gs;

/**
 * Runs before the recursive parser and bounds its recursion. Returns whether an object has more than one
 * member.
 */
function checkNesting(text: string, { maxDepth }: LogicLimits): boolean {
  const open: string[] = [];
  let hasSeveralMembers = false;
  for (const [token] of text.matchAll(STRUCTURE)) {
    if (token === '{' || token === '[') open.push(token);
    else if (token === '}' || token === ']') open.pop();
    else if (token === ',' && open.at(-1) === '{') hasSeveralMembers = true;
    // An operation is an object around a list of arguments: two brackets.
    if (open.length > 2 * maxDepth) throw tooDeep(maxDepth);
  }
  return hasSeveralMembers;
}

function read(json: unknown, depth: number, reader: Reader): Tree {
  const { limits } = reader;
  reader.nodes += 1;
  if (reader.nodes > limits.maxNodes)
    throw new LogicError(
      'TOO_MANY_NODES',
      `The logic may have at most ${limits.maxNodes} parts. Make it smaller.`,
    );
  if (json === null || typeof json !== 'object' || isDecimal(json))
    return { kind: 'literal', value: literal(json) };
  if (depth > limits.maxDepth) throw tooDeep(limits.maxDepth);
  if (Array.isArray(json)) return { kind: 'list', items: json.map((item) => read(item, depth + 1, reader)) };
  return readOperation(json, depth, reader);
}

function literal(json: unknown): null | boolean | string | Decimal {
  if (json === null || typeof json === 'boolean') return json;
  if (isDecimal(json)) return exactNumber(json.isFinite() ? decimalText(json) : 'NaN');
  if (typeof json === 'number') return exactDouble(json);
  if (typeof json !== 'string')
    throw new LogicError(
      'INVALID_JSON',
      'The logic is missing or not JSON. Send it as JSON text or as a JSON object.',
    );
  if (json.length <= MAX_TEXT_LENGTH) return json;
  throw new LogicError('TOO_LONG', `A text in the logic may have at most ${MAX_TEXT_LENGTH} characters.`);
}

function exactNumber(source: string): Decimal {
  const number = parseJsonDecimal(source);
  if (isDecimal(number)) return number.isZero() ? ZERO : number;
  throw new LogicError('INVALID_NUMBER', `The number ${quoted(source)} ${number.error}.`);
}

/** Up to 15 significant digits survive a double unchanged; beyond that, the original digits are unknown. */
function exactDouble(value: number): Decimal {
  const number = exactNumber(String(value));
  if (number.precision() <= 15) return number;
  throw new LogicError(
    'INVALID_NUMBER',
    `The number ${value} may be inexact. Send the logic as text to keep its digits.`,
  );
}

function readOperation(json: object, depth: number, reader: Reader): Tree {
  const members = isNamedData(json) && !(json instanceof Map) ? Object.entries(json) : [];
  const [member] = members;
  if (!member || members.length > 1) throw notAnOperation();
  const [operator, value] = member;
  const isBare = !Array.isArray(value);
  const args: readonly unknown[] = isBare ? [value] : value;
  checkOperator(operator, args.length, reader.limits);
  return { kind: 'operation', operator, isBare, args: args.map((arg) => read(arg, depth + 1, reader)) };
}

function checkOperator(name: string, count: number, { operators }: LogicLimits): void {
  const operator = OPERATORS.get(name);
  if (!operator) {
    const known = [...(operators ?? OPERATORS.keys())].join(' ');
    throw new LogicError('UNKNOWN_OPERATOR', `Unknown operator ${quoted(name)}. Use one of: ${known}`);
  }
  if (operators && !operators.has(name))
    throw new LogicError(
      'OPERATOR_NOT_ALLOWED',
      `Operator ${quoted(name)} cannot be used here. Leave it out.`,
    );
  const [min, max] = operator.arity;
  if (count >= min && count <= max) return;
  const range = max === Infinity ? `at least ${min}` : min === max ? min : `${min} to ${max}`;
  throw new LogicError('WRONG_ARITY', `Operator ${quoted(name)} takes ${range} arguments, not ${count}.`);
}

function notAnOperation(): LogicError {
  const message = 'Every object in the logic must have exactly one member: the operator and its arguments.';
  return new LogicError('NOT_AN_OPERATION', message);
}

function tooDeep(maxDepth: number): LogicError {
  return new LogicError('TOO_DEEP', `The logic may be nested at most ${maxDepth} deep. Make it flatter.`);
}

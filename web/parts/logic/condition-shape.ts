import { readDecimal, typedDecimal } from '../../format/typed-decimal.ts';
import { isList, isNumber, type Node, operationOf, parseLogic, variableOf } from './logic-text.ts';

export const COMPARISONS = ['==', '!=', '>', '>=', '<', '<=', 'in'] as const;
export type Comparison = (typeof COMPARISONS)[number];

/** A variable compared with a value, as it is typed; several texts of `in` are separated by commas. */
export interface Test {
  variable: string;
  comparison: Comparison;
  value: string;
  isText: boolean;
}

/** Tests that must all hold, or of which one must. */
export interface Condition {
  join: 'and' | 'or';
  tests: readonly Test[];
}

/** The condition that a text has, if it is one of this shape; an empty text is one without tests. */
export function readCondition(text: string): Condition | null {
  if (text.trim() === '') return { join: 'and', tests: [] };
  const node = parseLogic(text);
  const operation = operationOf(node);
  if (!operation) return null;
  const { operator, args } = operation;
  const isJoined = operator === 'and' || operator === 'or';
  const tests = (isJoined ? args : [node]).map(readTest);
  if (tests.length === 0 || tests.includes(null)) return null;
  return { join: operator === 'or' ? 'or' : 'and', tests: tests as Test[] };
}

function readTest(node: Node | undefined): Test | null {
  const { operator = '', args = [] } = operationOf(node) ?? {};
  const [left, right, ...more] = args;
  const variable = variableOf(left);
  const comparison = COMPARISONS.find((each) => each === operator.replace('===', '==').replace('!==', '!='));
  if (variable === null || !comparison || right === undefined || more.length > 0) return null;
  if (comparison === 'in') return readList(variable, right);
  if (isNumber(right)) return { variable, comparison, value: typedDecimal(right.rawJSON), isText: false };
  return typeof right === 'string' ? { variable, comparison, value: right, isText: true } : null;
}

function readList(variable: string, node: Node): Test | null {
  if (!isList(node) || node.length === 0) return null;
  const isPlain = node.every(
    (each) => typeof each === 'string' && each.trim() === each && !each.includes(','),
  );
  return isPlain ? { variable, comparison: 'in', value: node.join(', '), isText: true } : null;
}

/**
 * The text of a condition. A number that is none is written as it was typed: the text is then no JSON, so
 * that it is never saved.
 */
export function writeCondition({ join, tests }: Condition): string {
  const written = tests.map(writeTest);
  const [only] = written;
  if (only === undefined) return '';
  return written.length === 1 ? only : `{"${join}":[${written.join(',')}]}`;
}

function writeTest({ variable, comparison, value, isText }: Test): string {
  const read = `{"var":${JSON.stringify(variable)}}`;
  return `{"${comparison}":[${read},${writeValue(comparison, { value, isText })}]}`;
}

function writeValue(comparison: Comparison, { value, isText }: Pick<Test, 'value' | 'isText'>): string {
  if (comparison === 'in') return JSON.stringify(listOf(value));
  return isText ? JSON.stringify(value) : (readDecimal(value) ?? value);
}

function listOf(value: string): string[] {
  return value
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean);
}

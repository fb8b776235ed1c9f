import { readDecimal, typedDecimal } from '../../../format/typed-decimal.ts';
import { isNumber, type Node, operationOf, parseLogic, variableOf } from '../../../parts/logic/logic-text.ts';

export const SHAPES = ['AMOUNT', 'SHARE', 'CAP', 'FLOOR', 'LESS', 'EXCESS'] as const;

/**
 * The usual results of a rule: an amount; a value times a factor; a value, but at most or at least so much; a
 * value without a number; and what of a value is above a number, times a price.
 */
export interface Computation {
  shape: (typeof SHAPES)[number];
  variable: string;
  number: string;
  /** Of EXCESS: the price of each unit. */
  price: string;
}

/** The operators of the shapes that are one operation of a value and a number. */
const OPERATORS = { SHARE: '*', CAP: 'min', FLOOR: 'max', LESS: '-' } as const;

/** Null for logic of another shape. */
export function readComputation(text: string): Computation | null {
  if (text.trim() === '') return { shape: 'AMOUNT', variable: '', number: '', price: '' };
  const node = parseLogic(text);
  if (isNumber(node)) return { shape: 'AMOUNT', variable: '', number: typedDecimal(node.rawJSON), price: '' };
  const { operator = '', args = [] } = operationOf(node) ?? {};
  const excess = operator === '*' ? readExcess(args) : null;
  if (excess) return excess;
  const shape = SHAPES.find((each) => each in OPERATORS && OPERATORS[each as 'SHARE'] === operator);
  const pair = readPair(args);
  return shape && pair ? { shape, ...pair, price: '' } : null;
}

function readPair([left, right, ...more]: readonly Node[]): Pick<Computation, 'variable' | 'number'> | null {
  const variable = variableOf(left);
  if (variable === null || !isNumber(right) || more.length > 0) return null;
  return { variable, number: typedDecimal(right.rawJSON) };
}

/** `{"*": [{"max": [{"-": [value, number]}, 0]}, price]}` */
function readExcess([left, price, ...more]: readonly Node[]): Computation | null {
  const { operator, args = [] } = operationOf(left) ?? {};
  const [over, least, ...others] = args;
  if (operator !== 'max' || !isNumber(least) || least.rawJSON !== '0' || others.length > 0) return null;
  const difference = operationOf(over);
  const pair = difference?.operator === '-' ? readPair(difference.args) : null;
  if (!pair || !isNumber(price) || more.length > 0) return null;
  return { shape: 'EXCESS', ...pair, price: typedDecimal(price.rawJSON) };
}

/** As in a condition, a number that is none gives a text that is no JSON. */
export function writeComputation({ shape, variable, number, price }: Computation): string {
  const value = `{"var":${JSON.stringify(variable)}}`;
  switch (shape) {
    case 'AMOUNT':
      return written(number);
    case 'EXCESS':
      return `{"*":[{"max":[{"-":[${value},${written(number)}]},0]},${written(price)}]}`;
    default:
      return `{"${OPERATORS[shape]}":[${value},${written(number)}]}`;
  }
}

function written(typed: string): string {
  return readDecimal(typed) ?? typed;
}

import type { Operator } from '../operator.ts';
import { ARITHMETIC } from './arithmetic.ts';
import { CHOICE } from './choice.ts';
import { COMPARISON } from './compare.ts';
import { DATA } from './data.ts';
import { DATES } from './dates.ts';
import { LOOPS } from './loops.ts';
import { TEXT_AND_LISTS } from './text.ts';

/**
 * Every operator there is. Nothing adds to it at run time; `log` and `method` of the public language are left
 * out.
 */
export const OPERATORS: ReadonlyMap<string, Operator> = new Map([
  ...DATA,
  ...CHOICE,
  ...COMPARISON,
  ...ARITHMETIC,
  ...LOOPS,
  ...TEXT_AND_LISTS,
  ...DATES,
]);

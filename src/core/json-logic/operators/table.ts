import type { Operator } from '../operator.ts';
import { ARITHMETIC } from './arithmetic.ts';
import { CHOICE } from './choice.ts';
import { COMPARISON } from './compare.ts';
import { DATA } from './data.ts';
import { DATES } from './dates.ts';
import { LOOPS } from './loops.ts';
import { TEXT_AND_LISTS } from './text.ts';

/** All operators. The table is fixed at run time; it omits `log` and `method` of the public language. */
export const OPERATORS: ReadonlyMap<string, Operator> = new Map([
  ...DATA,
  ...CHOICE,
  ...COMPARISON,
  ...ARITHMETIC,
  ...LOOPS,
  ...TEXT_AND_LISTS,
  ...DATES,
]);

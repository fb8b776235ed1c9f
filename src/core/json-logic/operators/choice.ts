import { type Evaluate, type Operator, spend, type Term, unary } from '../operator.ts';
import { isTruthy } from '../values.ts';

/** Operators that evaluate only the arguments they need. */
export const CHOICE: readonly (readonly [name: string, operator: Operator])[] = [
  ['if', { arity: [0, Infinity], compile: firstTrue }],
  ['?:', { arity: [3, 3], compile: firstTrue }],
  ['and', { arity: [1, Infinity], compile: (args) => until(false, args) }],
  ['or', { arity: [1, Infinity], compile: (args) => until(true, args) }],
  ['!', unary((value) => !isTruthy(value))],
  ['!!', unary(isTruthy)],
];

/** Condition, result, condition, result, …, otherwise. Without an otherwise, the result is null. */
function firstTrue(args: readonly Term[]): Evaluate {
  return (run) => {
    spend(run);
    for (let index = 0; index + 1 < args.length; index += 2)
      if (isTruthy(args[index]!.evaluate(run))) return args[index + 1]!.evaluate(run);
    return args.length % 2 === 1 ? args.at(-1)!.evaluate(run) : null;
  };
}

/** The first value whose truthiness is `wanted`, else the last value. */
function until(wanted: boolean, args: readonly Term[]): Evaluate {
  const last = args.at(-1)!.evaluate;
  const others = args.slice(0, -1).map((term) => term.evaluate);
  return (run) => {
    spend(run);
    for (const evaluate of others) {
      const value = evaluate(run);
      if (isTruthy(value) === wanted) return value;
    }
    return last(run);
  };
}

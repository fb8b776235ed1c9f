import { LogicError } from './error.ts';
import type { LogicContext, LogicInput, LogicValue } from './values.ts';

/** The state of one evaluation. `data` is what `var` reads: the context, or the current element of a loop. */
export type Run = {
  data: LogicInput;
  gas: number;
  readonly context: LogicContext;
  readonly divisionDigits: number | undefined;
  readonly onMissing: ((path: string) => LogicValue) | undefined;
};

export type Evaluate = (run: Run) => LogicValue;

/** A compiled part of logic. A literal also exposes its value, so that operators can prepare for it once. */
export type Term = { readonly evaluate: Evaluate; readonly literal?: LogicValue };

/** One entry of the operator table: its number of arguments, and how it compiles to a closure over them. */
export type Operator = {
  readonly arity: readonly [min: number, max: number];
  /** Index of the argument that is evaluated once per element, with the element as its data. */
  readonly loopBody?: number;
  readonly compile: (args: readonly Term[]) => Evaluate;
};

/** Charges gas for one operation, and for the list elements or characters that it reads or builds. */
export function spend(run: Run, elements = 0, characters = 0): void {
  run.gas -= 1 + (elements >> 4) + (characters >> 7);
  if (run.gas < 0)
    throw new LogicError(
      'OUT_OF_GAS',
      'The logic takes too many steps. Loop over fewer elements or do less for each.',
    );
}

export function unary(apply: (value: LogicValue, run: Run) => LogicValue): Operator {
  return {
    arity: [1, 1],
    compile: ([first]) => {
      const evaluate = first!.evaluate;
      return (run) => {
        spend(run);
        return apply(evaluate(run), run);
      };
    },
  };
}

export function binary(apply: (left: LogicValue, right: LogicValue, run: Run) => LogicValue): Operator {
  return {
    arity: [2, 2],
    compile: ([first, second]) => {
      const [left, right] = [first!.evaluate, second!.evaluate];
      return (run) => {
        spend(run);
        return apply(left(run), right(run), run);
      };
    },
  };
}

/** Evaluates all arguments in order before `apply`. */
export function variadic(
  arity: readonly [min: number, max: number],
  apply: (values: readonly LogicValue[], run: Run) => LogicValue,
): Operator {
  return {
    arity,
    compile: (args) => (run) => {
      spend(run, args.length);
      return apply(
        args.map((term) => term.evaluate(run)),
        run,
      );
    },
  };
}

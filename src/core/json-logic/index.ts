import { compile } from './compile.ts';
import { GAS_WITH_LOOPS, GAS_WITHOUT_LOOPS, type LogicLimits } from './limits.ts';
import { canonicalText, parseTree } from './parse.ts';
import type { LogicContext, LogicValue } from './values.ts';

export { LogicError, type LogicErrorCode } from './error.ts';
export { type Condition, type Conditions, conditionsOf } from './failed-condition.ts';
export {
  CHARGE_LIMITS,
  COMPUTATION_LIMITS,
  GENERAL_LIMITS,
  type LogicLimits,
  MATCHER_LIMITS,
} from './limits.ts';
export { isTruthy, type LogicContext, type LogicInput, type LogicValue, toText } from './values.ts';

/** Checked and compiled logic: parse it once, when it is saved or loaded, and evaluate it many times. */
export type ParsedLogic = {
  /** JSON text without spaces and with canonical numbers: for storage and comparison. */
  readonly canonical: string;
  /** Literal names of context variables, in alphabetical order. */
  readonly variables: readonly string[];
  /** Whether other names may be read too, because a name is computed or the whole context is read. */
  readonly hasComputedVariables: boolean;
  /** Throws only `LogicError`, when the data does not fit the logic. */
  readonly evaluate: (context: LogicContext, options?: EvaluateOptions) => LogicValue;
};

export type EvaluateOptions = {
  /** Gas in the units of `limits.ts`; default 1,000, or 10,000 for logic with loops. */
  gas?: number;
  /** A gas budget that several evaluations share. */
  budget?: { gasLeft: number };
  /** The value of an absent context variable without a default; null if not given. */
  onMissing?: (name: string) => LogicValue;
};

/**
 * Checks and compiles logic given as JSON text or as an object. Throws `LogicError` on invalid JSON, an
 * unknown or forbidden operator, a wrong number of arguments, and logic beyond `limits`: all errors that can
 * be found without data.
 */
export function parseLogic(source: unknown, limits: LogicLimits): ParsedLogic {
  const tree = parseTree(source, limits);
  const { evaluate, variables, hasComputedVariables, hasLoops } = compile(tree);
  const defaultGas = hasLoops ? GAS_WITH_LOOPS : GAS_WITHOUT_LOOPS;
  return {
    canonical: canonicalText(tree),
    variables: [...variables].sort(),
    hasComputedVariables,
    evaluate(context, { gas: max = defaultGas, budget, onMissing } = {}) {
      const gas = Math.min(max, budget?.gasLeft ?? max);
      const run = { context, data: context, gas, onMissing, divisionDigits: limits.divisionDigits };
      try {
        return evaluate(run);
      } finally {
        if (budget) budget.gasLeft -= gas - Math.max(run.gas, 0);
      }
    },
  };
}

import { Decimal, decimalText, ZERO } from '../decimal.ts';
import { exactWords } from '../invoice/rounding-step.ts';
import {
  GENERAL_LIMITS,
  isTruthy,
  LogicError,
  type LogicValue,
  type ParsedLogic,
  parseLogic,
} from '../json-logic/index.ts';
import type { RuleInput } from './rule-input.ts';
import type { RuleLog } from './rule-log.ts';

/** Whether a rule applies, and its result. */
export interface Decision {
  type: RuleLog['type'];
  /** Absent when nothing is to change. */
  result?: Decimal;
  /** The message of an error. */
  message?: string;
  /** Names that the logic reads, in alphabetical order. */
  variables: string[];
  steps: string[];
}

interface Given {
  values: ReadonlyMap<string, Decimal | string>;
  /** The target of the rule is not billed in this cycle, so there is nothing to compute. */
  isMoot: boolean;
  /** Why the rule cannot be applied, if so. */
  error: string | undefined;
  /** The gas left for the rules of one invoice. */
  budget: { gasLeft: number };
}

/** Evaluates condition and computation, always within the limits of logic. */
export function decide(rule: RuleInput, given: Given): Decision {
  const condition = attempt(() => (rule.condition === undefined ? null : parse(rule.condition)));
  const computation = attempt(() => parse(rule.computation));
  const logics = [condition, computation].map((each) => ('value' in each ? each.value : null));
  const variables = [...new Set(logics.flatMap((logic) => logic?.variables ?? []))].sort();
  const filled = { ...given, values: fillAbsent(given.values, variables) };
  const steps = [
    ...(rule.condition === undefined ? [] : [`condition: ${rule.condition}`]),
    `computation: ${rule.computation}`,
    ...variables.map((name) => variableWords(name, given.values)),
  ];
  return { ...walk({ condition, computation }, filled, steps), variables };
}

type Walked = Omit<Decision, 'variables'>;

function walk(
  rule: { condition: Attempt<ParsedLogic | null>; computation: Attempt<ParsedLogic> },
  given: Given,
  steps: string[],
): Walked {
  const fail = (type: 'CONDITION_ERROR' | 'COMPUTATION_ERROR', message: string): Walked => {
    const what = type === 'CONDITION_ERROR' ? 'the condition' : 'it';
    return { type, message, steps: [...steps, `${what} cannot be computed: ${message}`] };
  };
  if ('message' in rule.condition) return fail('CONDITION_ERROR', rule.condition.message);
  const condition = rule.condition.value;
  if (condition) {
    const holds = attempt(() => isTruthy(evaluate(condition, given)));
    if ('message' in holds) return fail('CONDITION_ERROR', holds.message);
    steps.push(holds.value ? 'the condition holds' : 'the condition does not hold, so nothing changes');
    if (!holds.value) return { type: 'CONDITION_FALSE', steps };
  }
  if (given.isMoot)
    return { type: 'CONDITION_TRUE', steps: [...steps, 'its target is not billed here, so nothing changes'] };
  if (given.error !== undefined) return fail('COMPUTATION_ERROR', given.error);
  if ('message' in rule.computation) return fail('COMPUTATION_ERROR', rule.computation.message);
  const computation = rule.computation.value;
  const result = attempt(() => evaluate(computation, given));
  if ('message' in result) return fail('COMPUTATION_ERROR', result.message);
  const { value } = result;
  if (!isNumber(value)) return fail('COMPUTATION_ERROR', 'the result is not a number');
  return { type: 'CONDITION_TRUE', result: value, steps: [...steps, `result: ${exactWords(value)}`] };
}

type Attempt<T> = { value: T } | { message: string };

/** Logic throws only its own error. */
function attempt<T>(run: () => T): Attempt<T> {
  try {
    return { value: run() };
  } catch (error) {
    if (error instanceof LogicError) return { message: error.message.replace(/\.$/, '') };
    throw error;
  }
}

/** By text, because parsing takes several times as long as evaluation. */
const parsed = new Map<string, ParsedLogic>();
let parsedCharacters = 0;
const MAX_CHARACTERS = 500_000;

function parse(text: string): ParsedLogic {
  const known = parsed.get(text);
  if (known) return known;
  const logic = parseLogic(text, GENERAL_LIMITS);
  parsedCharacters += text.length;
  if (parsedCharacters > MAX_CHARACTERS) {
    parsed.clear();
    parsedCharacters = text.length;
  }
  parsed.set(text, logic);
  return logic;
}

/** A value that is not on the invoice is 0, so a default in the logic is never used for it. */
function fillAbsent(values: Given['values'], names: readonly string[]): Given['values'] {
  const absent = names.filter((name) => !values.has(name));
  return absent.length === 0 ? values : new Map([...values, ...absent.map((name) => [name, ZERO] as const)]);
}

/**
 * Gas per logic, also with loops (`metering-pricing.md` 3.1): a hundred rules of an invoice are evaluated at
 * once, and there is no data to loop over.
 */
export const GAS = 1000;
/**
 * Gas for all rules of one invoice: a hundred units for each logic of a hundred rules. With only the limit
 * per logic, every view of a draft could block the process for 0.3 s.
 */
export const GAS_OF_ALL = 20_000;

function evaluate(logic: ParsedLogic, { values, budget }: Given): LogicValue {
  return logic.evaluate(values, { gas: GAS, budget });
}

export function isNumber(value: LogicValue): value is Decimal {
  return value instanceof Decimal && value.isFinite();
}

function variableWords(name: string, values: Given['values']): string {
  const value = values.get(name);
  if (value === undefined) return `${name} is not on the invoice and counts as 0`;
  return `${name} = ${typeof value === 'string' ? value : decimalText(value)}`;
}

import { Decimal, decimal, decimalText, ZERO } from '../decimal.ts';
import type { RoundingStep } from '../invoice/document.ts';
import { exactWords, roundingWords, roundLeaf } from '../invoice/rounding-step.ts';
import type { RoundingMode } from '../money.ts';
import { type Aim, amountsOf, describeChange, findAim } from './aim.ts';
import { type Decision, decide, GAS_OF_ALL } from './decide-rule.ts';
import { listVariables, type RuleCard, type RuleVariables } from './list-variables.ts';
import type { RuleInput } from './rule-input.ts';
import type { RuleLog } from './rule-log.ts';

/** The data on which rules are evaluated. */
export interface RuleSetting {
  currency: string;
  roundingMode: RoundingMode;
  /** Local days, half-open. */
  cycle: { start: string; end: string };
  /** The priced cards of the invoice, in the order of its lines. */
  cards: readonly RuleCard[];
  /** The amount of the card at an index for another quantity, explained in sentences. */
  rateAgain(card: number, quantity: Decimal): { rounding: RoundingStep; steps: string[] };
}

export interface RuleOutcome {
  updates: RuleUpdate[];
  additions: RuleAddition[];
  /** One per rule, in the order of evaluation. */
  logs: RuleLog[];
}

/** The change of a rule to the card at an index. */
export interface RuleUpdate {
  rule: RuleInput;
  card: number;
  oldAmount: Decimal;
  /** For an update of the usage. */
  usage?: { before: Decimal; after: Decimal };
  rounding: RoundingStep;
  steps: string[];
}

export interface RuleAddition {
  rule: RuleInput;
  rounding: RoundingStep;
  steps: string[];
}

interface State extends Omit<RuleSetting, 'cards'> {
  cards: RuleCard[];
  additions: Map<string, Decimal>;
  outcome: RuleOutcome;
  budget: { gasLeft: number };
}

/**
 * Evaluates rules one after the other; each sees the cards as changed by earlier rules, already rounded
 * (`metering-pricing.md` 19.3). A rule that fails changes nothing and reports the error in its log. Never
 * throws, whatever the logic and numbers.
 */
export function evaluateRules(rules: readonly RuleInput[], setting: RuleSetting): RuleOutcome {
  const outcome: RuleOutcome = { updates: [], additions: [], logs: [] };
  const cards = setting.cards.map((card) => ({ ...card }));
  const budget = { gasLeft: GAS_OF_ALL };
  const state: State = { ...setting, cards, additions: new Map(), outcome, budget };
  for (const rule of rules.toSorted((a, b) => a.order - b.order)) {
    const variables = listVariables(state);
    const aim = findAim(rule, state.cards);
    outcome.logs.push(applyRule(rule, { aim, variables }, state));
  }
  return outcome;
}

function applyRule(
  rule: RuleInput,
  { aim, variables }: { aim: Aim; variables: RuleVariables },
  state: State,
): RuleLog {
  const isMoot = !aim.isAddition && aim.card === null && aim.error === undefined;
  const before = amountsOf(aim, state);
  const { values } = variables;
  const decision = decide(rule, { values, isMoot, error: aim.error, budget: state.budget });
  const said = decision.result ? changeBy(rule, { aim, decision, result: decision.result }, state) : decision;
  const after = amountsOf(aim, state);
  return {
    ruleId: rule.id,
    ruleName: rule.name,
    order: rule.order,
    type: said.type,
    ...(rule.condition === undefined ? {} : { condition: rule.condition }),
    computation: rule.computation,
    variables: readValues(decision.variables, variables),
    changes: describeChange(aim, { before, after }, said.message),
    steps: said.steps,
  };
}

type Said = Pick<Decision, 'type' | 'message' | 'steps'>;

/** Carries out the decision, unless the result exceeds the limits of amounts. */
function changeBy(
  rule: RuleInput,
  { aim, decision, result }: { aim: Aim; decision: Decision; result: Decimal },
  state: State,
): Said {
  const words: string[] = [...decision.steps];
  const reject = (message: string): Said => ({
    type: 'COMPUTATION_ERROR',
    message,
    steps: [...words, `it cannot be applied: ${message}`],
  });
  if (result.abs().gte(aim.measure === 'usage' ? USAGE_LIMIT : AMOUNT_LIMIT)) return reject(TOO_LARGE);
  const { rounding, steps, usage } = priceResult(rule, { aim, result }, state);
  words.push(...steps);
  const amount = decimal(rounding.rounded);
  if (amount.abs().gte(AMOUNT_LIMIT)) return reject(TOO_LARGE);
  if (aim.card === null) {
    const id = rule.action.id ?? rule.id;
    state.additions.set(id, (state.additions.get(id) ?? ZERO).plus(amount));
    state.outcome.additions.push({ rule, rounding, steps: words });
  } else {
    const card = state.cards[aim.card] as RuleCard;
    const change = { rule, card: aim.card, oldAmount: card.revenue, rounding, steps: words };
    state.outcome.updates.push({ ...change, ...(usage ? { usage } : {}) });
    card.revenue = amount;
    if (usage) card.quantity = usage.after;
  }
  return { ...decision, steps: words };
}

/** Digits before the point in the columns of totals and quantities. */
const AMOUNT_LIMIT = decimal(`1${'0'.repeat(34)}`);
const USAGE_LIMIT = decimal(`1${'0'.repeat(30)}`);
const TOO_LARGE = 'the result has more digits before the point than an amount or a quantity may have';
const USAGE_DIGITS = 18;

function priceResult(rule: RuleInput, { aim, result }: { aim: Aim; result: Decimal }, state: State) {
  const { currency } = state;
  if (aim.card !== null && aim.measure === 'usage') {
    const before = (state.cards[aim.card] as RuleCard).quantity;
    const after = result.toDecimalPlaces(USAGE_DIGITS, Decimal.ROUND_HALF_UP);
    const { rounding, steps } = state.rateAgain(aim.card, after);
    const words = `usage of ${aim.name}: ${decimalText(before)} becomes ${exactWords(after)}`;
    return { rounding, usage: { before, after }, steps: [words, ...steps] };
  }
  const isNegated = aim.isAddition && rule.action.metadata?.type === 'DISCOUNT' && result.gt(0);
  const rounding = roundLeaf(isNegated ? result.negated() : result, state);
  const words = isNegated ? ['a discount, so it is taken off'] : [];
  return { rounding, usage: null, steps: [...words, roundingWords(rounding, currency)] };
}

/** A value that is not on the invoice counts as 0 and is named by its key. */
function readValues(keys: readonly string[], { values, names }: RuleVariables): RuleLog['variables'] {
  return Object.fromEntries(
    keys.map((key) => {
      const value = values.get(key) ?? ZERO;
      const text = typeof value === 'string' ? value : decimalText(value);
      return [key, { name: names.get(key) ?? key, value: text }];
    }),
  );
}

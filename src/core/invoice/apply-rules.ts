import { type Decimal, decimal, decimalText, MAX_FRACTION_DIGITS } from '../decimal.ts';
import {
  evaluateRules,
  type RuleAction,
  type RuleAddition,
  type RuleCard,
  type RuleInput,
  type RuleLog,
  type RuleUpdate,
} from '../pricing-rules/index.ts';
import { sumLine } from './amount-tree.ts';
import type { LineExplanation, LineItem, Notice, RuleExplanation } from './document.ts';
import type { CardInput, InvoiceInputs } from './inputs.ts';
import type { LicenseCardInput, LicenseWindowInput } from './license-inputs.ts';

/** The line of a card and its explanation. */
interface PricedCard {
  line: LineItem;
  explanation: LineExplanation;
}

/** The cards as changed by the rules, and the additions beside the plan. */
export interface RuledCards<T extends PricedCard> {
  cards: T[];
  /** TOTAL_PRICING_RULE_ADDITION_AMOUNT; null when no rule added anything. */
  additions: LineItem | null;
  explanations: RuleExplanation[];
  logs: RuleLog[];
  notices: Notice[];
}

/** Notice about a rule that failed and was skipped; a user has to review it before issuing the invoice. */
export const RULE_ERROR = 'PRICING_RULE_ERROR';

/**
 * Applies pricing rules between the cards and the sums (`metering-pricing.md` 17.3): updates change the line
 * of their card, additions go under the gross amount. `priceCard` prices one card as `computeInvoice` does.
 */
export function applyRules<T extends PricedCard>(
  inputs: InvoiceInputs,
  cards: readonly T[],
  priceCard: (card: CardInput) => PricedCard,
): RuledCards<T> {
  const rules = inputs.rules ?? [];
  if (rules.length === 0)
    return { cards: [...cards], additions: null, explanations: [], logs: [], notices: [] };
  const { updates, additions, logs } = evaluateRules(rules, {
    ...inputs,
    cards: inputs.cards.map((card, index) => describeCard(card, cards[index] as T)),
    rateAgain: (index, quantity) => {
      const { explanation } = priceCard(withQuantity(inputs.cards[index] as CardInput, quantity));
      return { rounding: explanation.rounding, steps: explanation.steps.slice(1) };
    },
  });
  const updatesOf = (index: number) => updates.filter(({ card }) => card === index);
  return {
    cards: cards.map((card, index) => updateCard(card, updatesOf(index))),
    additions: additionsLine(additions, inputs.currency),
    explanations: additions.map(explainAddition),
    logs,
    notices: logs.flatMap(noticeOf),
  };
}

function noticeOf({ ruleName, changes: { errorMessage } }: RuleLog): Notice[] {
  return errorMessage === undefined ? [] : [{ type: RULE_ERROR, value: `${ruleName}: ${errorMessage}` }];
}

function describeCard(
  { type, billableId, name, displayName, tag }: CardInput,
  { line }: PricedCard,
): RuleCard {
  return {
    ...{ type, billableId, name, displayName },
    ...(tag === undefined ? {} : { tag }),
    revenue: decimal(line.value),
    quantity: decimal(line.quantity ?? '0'),
  };
}

/** The card with another measured quantity. */
function withQuantity(card: CardInput, quantity: Decimal): CardInput {
  switch (card.type) {
    case 'USAGE':
    case 'ENTITLEMENT_OVERAGE':
      return { ...card, quantity: decimalText(quantity) };
    case 'LICENSE':
      return withLicenses(card, quantity);
    default:
      throw new RangeError(`${card.name}: a ${card.type} card is not rated by a quantity`);
  }
}

/**
 * Licences with the same quantity on every billed day. A prorated card shows the average over the whole
 * cycle, so for a part of the cycle the daily quantity is proportionally higher.
 */
function withLicenses(card: LicenseCardInput, shown: Decimal): LicenseCardInput {
  const daysOf = (windows: readonly LicenseWindowInput[]) =>
    windows.flatMap(({ runs }) => runs).reduce((sum, { days }) => sum + days, 0);
  const billedDays = daysOf(card.windows);
  const isPart = card.isProrated && billedDays > 0;
  const held = isPart ? shown.times(card.nominalDays).div(billedDays) : shown;
  const quantity = decimalText(held.toDecimalPlaces(MAX_FRACTION_DIGITS));
  return {
    ...card,
    windows: card.windows.map((window) => ({
      ...window,
      runs: [{ start: window.start, days: daysOf([window]), quantity }],
    })),
  };
}

/**
 * The line keeps its rated children; each update adds a child line with the difference that it made. A line
 * without children first gets a child with the amount before the first rule.
 */
function updateCard<T extends PricedCard>(card: T, updates: readonly RuleUpdate[]): T {
  const last = updates.at(-1);
  if (!last) return card;
  const { line, explanation } = card;
  const { valuePerQuantity: _, ...members } = line;
  const usage = updates.findLast((update) => update.usage)?.usage;
  return {
    ...card,
    line: {
      ...members,
      ...(usage ? { quantity: decimalText(usage.after) } : {}),
      value: last.rounding.rounded,
      lineItems: [...ratedLines(line), ...updates.map((update) => updateLine(update, line))],
    },
    explanation: {
      ...explanation,
      rounding: last.rounding,
      steps: [
        ...explanation.steps,
        ...updates.flatMap(({ rule, steps }) => [`pricing rule ${rule.name} changes this:`, ...steps]),
      ],
    },
  };
}

function ratedLines(line: LineItem): LineItem[] {
  if (line.lineItems.length > 0 || decimal(line.value).isZero()) return line.lineItems;
  const { id, ...members } = line;
  return [{ ...members, id: `${id}#rated`, description: 'Before pricing rules', type: 'PROXY_AMOUNT' }];
}

function updateLine({ rule, oldAmount, usage, rounding }: RuleUpdate, { id, units }: LineItem): LineItem {
  return {
    id: `${id}#rule.${rule.order}`,
    description: rule.action.description ?? rule.name,
    type: usage ? 'PRICING_RULE_USAGE_UPDATE_AMOUNT' : 'PRICING_RULE_REVENUE_UPDATE_AMOUNT',
    ...(usage ? { quantity: decimalText(usage.after.minus(usage.before)) } : {}),
    units,
    value: decimalText(decimal(rounding.rounded).minus(oldAmount)),
    metadata: ruleMetadata(rule),
    lineItems: [],
  };
}

function additionsLine(additions: readonly RuleAddition[], currency: string): LineItem | null {
  if (additions.length === 0) return null;
  const lines = additions.map((addition) => additionLine(addition, currency));
  return sumLine('TOTAL_PRICING_RULE_ADDITION_AMOUNT', 'Pricing rules', { currency, lines });
}

function additionLine({ rule, rounding }: RuleAddition, currency: string): LineItem {
  return {
    id: additionId(rule),
    description: rule.action.description ?? rule.name,
    type: 'PRICING_RULE_ADDITION_AMOUNT',
    units: currency,
    value: rounding.rounded,
    metadata: ruleMetadata(rule),
    lineItems: [],
  };
}

/** Distinct from ids of billables, by which credits and charges refer to lines. */
function additionId({ id, action }: RuleInput): string {
  return `rule.${action.id ?? id}`;
}

function ruleMetadata({ id, action }: RuleInput): NonNullable<RuleAction['metadata']> {
  return { ...action.metadata, pricingRuleId: id };
}

function explainAddition({ rule, rounding, steps }: RuleAddition): RuleExplanation {
  return {
    lineId: additionId(rule),
    cardName: rule.name,
    type: 'PRICING_RULE',
    quantity: '1',
    rounding,
    steps,
  };
}

import { type Decimal, ZERO } from '../decimal.ts';
import type { NamedCard } from './find-cards.ts';
import { CARD_CODES, type CardCode } from './rule-input.ts';
import { END_DATE, RATE_CARD_TOTAL, START_DATE } from './variable-names.ts';

/** A card of the invoice as rules see it. */
export interface RuleCard extends NamedCard {
  displayName: string;
  tag?: string;
  /** Rounded, including changes by earlier rules. */
  revenue: Decimal;
  quantity: Decimal;
}

/** All variables that rules can read at one moment, by flat name. */
export interface RuleVariables {
  values: Map<string, Decimal | string>;
  /** Display names of the variables. */
  names: Map<string, string>;
}

export interface RuleFacts {
  cards: readonly RuleCard[];
  /** Amounts of additions so far, by action id. */
  additions: ReadonlyMap<string, Decimal>;
  /** Local days, half-open. */
  cycle: { start: string; end: string };
}

/**
 * Days are midnights in UTC, so that the days between them are whole despite clock changes in the billing
 * zone (`metering-pricing.md` 3.2).
 */
export function listVariables({ cards, additions, cycle }: RuleFacts): RuleVariables {
  const numbers = new Map<string, Decimal>();
  const names = new Map<string, string>([
    [RATE_CARD_TOTAL, 'all rate cards'],
    [START_DATE, 'first day'],
    [END_DATE, 'day after the last'],
  ]);
  const add = (key: string, name: string, value: Decimal) => {
    numbers.set(key, (numbers.get(key) ?? ZERO).plus(value));
    if (!names.has(key)) names.set(key, name);
  };
  for (const card of cards) addCard(card, card.billableId, add);
  const billed = new Set(numbers.keys());
  const addUnbilled: Add = (key, name, value) => {
    if (!billed.has(key)) add(key, name, value);
  };
  // The billable of a card takes precedence over the name of a card.
  for (const card of cards) addCard(card, card.name, addUnbilled);
  for (const { tag, revenue, quantity } of cards) {
    add(RATE_CARD_TOTAL, '', revenue);
    if (tag === undefined) continue;
    add(`revenue.tag.${tag}`, tag, revenue);
    add(`usage.tag.${tag}`, tag, quantity);
  }
  for (const [id, amount] of additions) add(`revenue.rule.${id}`, id, amount);
  const values = new Map<string, Decimal | string>(numbers);
  values.set(START_DATE, `${cycle.start}T00:00:00Z`);
  values.set(END_DATE, `${cycle.end}T00:00:00Z`);
  return { values, names };
}

type Add = (key: string, name: string, value: Decimal) => void;

/** Corrections of earlier charges have no names of their own; they count in tags and in the total. */
function addCard(card: RuleCard, id: string, add: Add): void {
  const code = codeOf(card.type);
  if (!code) return;
  add(`revenue.${code}.${id}`, card.displayName, card.revenue);
  add(`usage.${code}.${id}`, card.displayName, card.quantity);
  if (code === 'cg') add(`credit.cg.${id}`, card.displayName, card.quantity);
}

const CODES = new Map<string, CardCode>(
  Object.entries(CARD_CODES).map(([code, type]) => [type, code as CardCode]),
);

function codeOf(type: string): CardCode | undefined {
  return CODES.get(type);
}

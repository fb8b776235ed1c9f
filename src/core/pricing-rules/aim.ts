import { type Decimal, decimalText, ZERO } from '../decimal.ts';
import { findCards } from './find-cards.ts';
import type { RuleCard, RuleFacts } from './list-variables.ts';
import type { RuleInput } from './rule-input.ts';
import type { RuleChange } from './rule-log.ts';
import { readTarget } from './variable-names.ts';

/** What a rule would change. */
export interface Aim {
  key: string;
  name: string;
  measure: 'revenue' | 'usage';
  /** Null for an addition, and for a card that is not on the invoice. */
  card: number | null;
  isAddition: boolean;
  /** Why the rule cannot be applied at all. */
  error?: string;
}

export function findAim({ action, name, id }: RuleInput, cards: readonly RuleCard[]): Aim {
  if (action.type === 'ADD') {
    const key = `revenue.rule.${action.id ?? id}`;
    return { key, name: action.description ?? name, measure: 'revenue', card: null, isAddition: true };
  }
  const key = action.target ?? '';
  const target = readTarget(key);
  const plain = { key, name: key, measure: 'revenue', card: null, isAddition: false } as const;
  if ('error' in target) return { ...plain, error: `the target ${target.error}` };
  const aim = { ...plain, measure: target.measure };
  const [found, ...more] = findCards(cards, target);
  if (!found) return aim;
  const named = { ...aim, name: found.displayName };
  if (more.length > 0) return { ...named, error: 'the target means several rate cards' };
  return { ...named, card: cards.indexOf(found) };
}

interface Amounts {
  revenue: Decimal;
  usage: Decimal;
}

export function amountsOf(
  { card, isAddition, key }: Aim,
  { cards, additions }: Pick<RuleFacts, 'cards' | 'additions'>,
): Amounts {
  if (isAddition) return { revenue: additions.get(key.slice('revenue.rule.'.length)) ?? ZERO, usage: ZERO };
  const found = card === null ? undefined : cards[card];
  return { revenue: found?.revenue ?? ZERO, usage: found?.quantity ?? ZERO };
}

export function describeChange(
  { key, name, measure }: Aim,
  { before, after }: { before: Amounts; after: Amounts },
  message: string | undefined,
): RuleChange {
  const isUsage = measure === 'usage';
  return {
    key,
    keyName: name,
    oldRevenue: decimalText(before.revenue),
    newRevenue: decimalText(after.revenue),
    ...(isUsage ? { oldUsage: decimalText(before.usage), newUsage: decimalText(after.usage) } : {}),
    ...(message === undefined ? {} : { errorMessage: message }),
  };
}

import { type Decimal, decimal } from '../decimal.ts';
import type { LineItem, LineType } from '../invoice/document.ts';

/** What a line is charged for, as far as a grant's scope tells it apart. */
export type PayableGroup =
  | 'USAGE'
  | 'FIXED_FEE'
  | 'LICENSE'
  | 'ENTITLEMENT'
  | 'OVERAGE'
  | 'CREDIT_GRANT'
  | 'CUSTOM'
  | 'UNSCOPED_ONLY';

/** A leaf under the gross amount. */
export interface PayableLine {
  /** Of the line: the billable, unless the line was typed. */
  id: string;
  /** What a typed line is for. */
  soldId?: string;
  group: PayableGroup;
  value: Decimal;
}

/** The words by which a scope names all billables of a kind. */
export const SCOPE_GROUPS = {
  ALL_USAGE_METER_RATE_CARDS: 'USAGE',
  ALL_FIXED_FEE_RATE_CARDS: 'FIXED_FEE',
  ALL_LICENSE_RATE_CARDS: 'LICENSE',
  ALL_ENTITLEMENT_RATE_CARDS: 'ENTITLEMENT',
  ALL_OVERAGE_RATE_CARDS: 'OVERAGE',
} as const satisfies Record<string, PayableGroup>;

const GROUPS: Partial<Record<LineType, PayableGroup>> = {
  USAGE_RATE_CARD_AMOUNT: 'USAGE',
  FIXED_FEE_RATE_CARD_AMOUNT: 'FIXED_FEE',
  ADVANCED_FIXED_FEE: 'FIXED_FEE',
  LICENSE_RATE_CARD_AMOUNT: 'LICENSE',
  ADVANCED_LICENSE_RATE_CARD_AMOUNT: 'LICENSE',
  BILLING_ENTITLEMENT_RATE_CARD_AMOUNT: 'ENTITLEMENT',
  ADVANCED_BILLING_ENTITLEMENT_RATE_CARD_AMOUNT: 'ENTITLEMENT',
  ENTITLEMENT_OVERAGE_RATE_CARD_AMOUNT: 'OVERAGE',
  CREDIT_GRANT_RATE_CARD_AMOUNT: 'CREDIT_GRANT',
  ADVANCED_CREDIT_GRANT_RATE_CARD_AMOUNT: 'CREDIT_GRANT',
  CUSTOM_AMOUNT: 'CUSTOM',
  TRUE_UP_AMOUNT: 'UNSCOPED_ONLY',
  PRICING_RULE_ADDITION_AMOUNT: 'UNSCOPED_ONLY',
};

/** The leaves below a line that credits may pay, in the order in which they are shown. */
export function payableLines(line: LineItem): PayableLine[] {
  const group = GROUPS[line.type];
  if (group === undefined) return line.lineItems.flatMap(payableLines);
  const soldId = group === 'CUSTOM' ? line.metadata?.billableId : undefined;
  const sold = soldId === undefined ? {} : { soldId: String(soldId) };
  return [{ id: line.id ?? line.description, ...sold, group, value: decimal(line.value) }];
}

/**
 * Whether a grant is meant for a line (`money-platform.md` 13.3). An unscoped one is meant for everything
 * but, unless it says so, the purchase of other credits; a scoped one for what it names.
 */
export function isInScope(
  { scope, paysGrants = false }: { scope: readonly string[]; paysGrants?: boolean },
  { id, soldId, group }: PayableLine,
): boolean {
  if (scope.length === 0) return paysGrants || group !== 'CREDIT_GRANT';
  if (group === 'UNSCOPED_ONLY') return false;
  // The id of a typed line is a name that its writer chose.
  const billableId = group === 'CUSTOM' ? soldId : id;
  return scope.some((word) => word === billableId || groupOf(word) === group);
}

function groupOf(word: string): PayableGroup | undefined {
  return Object.hasOwn(SCOPE_GROUPS, word) ? SCOPE_GROUPS[word as keyof typeof SCOPE_GROUPS] : undefined;
}

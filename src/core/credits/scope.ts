import { type Decimal, decimal } from '../decimal.ts';
import type { LineItem, LineType } from '../invoice/document.ts';

/** What a line is charged for, as far as scopes of grants distinguish it. */
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
  /** Id of the line: the billable, except for manual lines. */
  id: string;
  /** The billable of a manual line. */
  soldId?: string;
  group: PayableGroup;
  value: Decimal;
}

/** The names by which a scope refers to all billables of a kind. */
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

/** The leaves below a line that credits may pay, in display order. */
export function payableLines(line: LineItem): PayableLine[] {
  const group = GROUPS[line.type];
  if (group === undefined) return line.lineItems.flatMap(payableLines);
  const soldId = group === 'CUSTOM' ? line.metadata?.billableId : undefined;
  const sold = soldId === undefined ? {} : { soldId: String(soldId) };
  return [{ id: line.id ?? line.description, ...sold, group, value: decimal(line.value) }];
}

/**
 * Whether a grant applies to a line (`money-platform.md` 13.3). An unscoped grant applies to everything
 * except, by default, purchases of other credits; a scoped one to what its scope names.
 */
export function isInScope(
  { scope, paysGrants = false }: { scope: readonly string[]; paysGrants?: boolean },
  { id, soldId, group }: PayableLine,
): boolean {
  if (scope.length === 0) return paysGrants || group !== 'CREDIT_GRANT';
  if (group === 'UNSCOPED_ONLY') return false;
  // The id of a manual line is a name that a user chose.
  const billableId = group === 'CUSTOM' ? soldId : id;
  return scope.some((word) => word === billableId || groupOf(word) === group);
}

function groupOf(word: string): PayableGroup | undefined {
  return Object.hasOwn(SCOPE_GROUPS, word) ? SCOPE_GROUPS[word as keyof typeof SCOPE_GROUPS] : undefined;
}

/** The words by which variables and targets name a kind of rate card. */
export const CARD_CODES = {
  ff: 'FIXED_FEE',
  urc: 'USAGE',
  lic: 'LICENSE',
  ber: 'BILLING_ENTITLEMENT',
  eo: 'ENTITLEMENT_OVERAGE',
  cg: 'CREDIT_GRANT',
} as const;
export type CardCode = keyof typeof CARD_CODES;

/** A pricing rule as an invoice sees it: plain JSON. The rules of one timing have different orders. */
export interface RuleInput {
  id: string;
  version: number;
  name: string;
  order: number;
  /** JSON Logic as text; absent means always. */
  condition?: string;
  computation: string;
  action: RuleAction;
}

export interface RuleAction {
  type: 'ADD' | 'UPDATE';
  /** What an UPDATE sets: `revenue.<card>.<id>` or `usage.<card>.<id>`. */
  target?: string;
  /** Of an ADD: later rules read its amount as `revenue.rule.<id>`. */
  id?: string;
  description?: string;
  metadata?: Record<string, string>;
}

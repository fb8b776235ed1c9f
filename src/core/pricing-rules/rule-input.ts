/** The codes by which variables and targets refer to a kind of rate card. */
export const CARD_CODES = {
  ff: 'FIXED_FEE',
  urc: 'USAGE',
  lic: 'LICENSE',
  ber: 'BILLING_ENTITLEMENT',
  eo: 'ENTITLEMENT_OVERAGE',
  cg: 'CREDIT_GRANT',
} as const;
export type CardCode = keyof typeof CARD_CODES;

/** A pricing rule as input of an invoice: plain JSON. The rules of one timing have different orders. */
export interface RuleInput {
  id: string;
  version: number;
  name: string;
  order: number;
  /** JSON Logic as text; absent: always true. */
  condition?: string;
  computation: string;
  action: RuleAction;
}

export interface RuleAction {
  type: 'ADD' | 'UPDATE';
  /** The target of an UPDATE: `revenue.<card>.<id>` or `usage.<card>.<id>`. */
  target?: string;
  /** For an ADD: later rules read its amount as `revenue.rule.<id>`. */
  id?: string;
  description?: string;
  metadata?: Record<string, string>;
}

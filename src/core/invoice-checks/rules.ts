/** What a draft is checked for before it is issued. `docs/month-close.md` explains each rule. */
export const CHECK_RULES = [
  'AMOUNT_UNUSUAL',
  'LINE_WENT_TO_ZERO',
  'FIRST_INVOICE_OF_PLAN_VERSION',
  'USAGE_GAP',
  'EVENTS_REJECTED',
  'EVENTS_IN_QUEUE',
  'LATE_EVENTS',
  'CREDIT_EXPIRES_BEFORE_DUE',
  'CREDITS_UNUSED',
  'NEGATIVE_TOTAL',
  'DETAILS_MISSING',
  'TAX_ID_MISSING',
  'WALLET_CURRENCY_DIFFERS',
  'OVERRIDE_REMOVED',
  'TOTAL_ROUNDS_TO_ZERO',
  'DUPLICATE_OF_MANUAL_INVOICE',
  'CANNOT_BE_ISSUED',
] as const;
export type CheckRule = (typeof CHECK_RULES)[number];

/** From the gravest to the mildest. */
export const CHECK_LEVELS = ['BLOCK', 'WARN', 'INFO'] as const;
export type CheckLevel = (typeof CHECK_LEVELS)[number];

/** What a rule found about a draft. */
export interface Finding {
  rule: CheckRule;
  level: CheckLevel;
  /** What it is about within the draft, such as a line, a meter or a credit; null: the draft itself. */
  subject: string | null;
  /** The numbers and names on which it rests. Another value of any of them is another finding. */
  figures: Readonly<Record<string, string>>;
}

/** What a single rule returns; its level is set elsewhere. */
export type Found = Pick<Finding, 'subject' | 'figures'>;

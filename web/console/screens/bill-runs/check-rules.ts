import type { DraftFinding } from '../../../api/generated/types.ts';

export type Rule = Exclude<DraftFinding['rule'], 'CANNOT_BE_ISSUED'>;
export type RuleLevel = DraftFinding['level'] | 'OFF';

/** As the service has them, by `core/invoice-checks`; a test compares. */
export const DEFAULT_LEVELS: Readonly<Record<Rule, RuleLevel>> = {
  AMOUNT_UNUSUAL: 'WARN',
  LINE_WENT_TO_ZERO: 'WARN',
  FIRST_INVOICE_OF_PLAN_VERSION: 'INFO',
  USAGE_GAP: 'WARN',
  EVENTS_REJECTED: 'WARN',
  EVENTS_IN_QUEUE: 'BLOCK',
  LATE_EVENTS: 'INFO',
  CREDIT_EXPIRES_BEFORE_DUE: 'INFO',
  CREDITS_UNUSED: 'WARN',
  NEGATIVE_TOTAL: 'BLOCK',
  DETAILS_MISSING: 'WARN',
  TAX_ID_MISSING: 'INFO',
  WALLET_CURRENCY_DIFFERS: 'WARN',
  OVERRIDE_REMOVED: 'WARN',
  TOTAL_ROUNDS_TO_ZERO: 'INFO',
  DUPLICATE_OF_MANUAL_INVOICE: 'BLOCK',
};
export const RULES = Object.keys(DEFAULT_LEVELS) as Rule[];

/** Numbers of rules, with their defaults; in a setting they are text. */
export const THRESHOLDS = {
  AMOUNT_UNUSUAL: { above: '2', below: '0.5', difference: '50' },
  USAGE_GAP: { hours: '6', share: '0.9' },
  EVENTS_REJECTED: { percent: '1' },
} as const satisfies Partial<Record<Rule, Record<string, string>>>;
export type Threshold = 'above' | 'below' | 'difference' | 'hours' | 'share' | 'percent';

/** The thresholds of a rule, with their defaults. */
export function thresholdsOf(rule: Rule): [Threshold, string][] {
  const found: Readonly<Record<string, string>> = THRESHOLDS[rule as keyof typeof THRESHOLDS] ?? {};
  return Object.entries(found) as [Threshold, string][];
}

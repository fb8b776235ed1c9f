import type { OrganizationSetting } from '../../../api/generated/types.ts';
import type { Say } from './organization-settings-form.ts';

/** Texts of settings; the service's own words for one that the console does not know yet. */
export function settingTexts(t: Say) {
  const say = (key: string) => t(key as Parameters<Say>[0]);
  return {
    nameOf: (id: string) => (isKnown(id) ? say(`name.${id}`) : id),
    meaningOf: ({ id, meaning }: OrganizationSetting) => (isKnown(id) ? say(`meaning.${id}`) : meaning),
    choiceOf: (value: string) => (KNOWN_VALUES.has(value) ? say(`value.${value}`) : value),
    ownersOf: ({ owners }: OrganizationSetting) =>
      owners.filter((owner) => owner !== 'ORGANIZATION').map((owner) => say(`owner.${owner}`)),
  };
}

function isKnown(id: string): boolean {
  return KNOWN.has(id);
}

/** A test compares them with those of the service. */
export const KNOWN: ReadonlySet<string> = new Set([
  ...['BILL_RUN_REVIEW', 'CORS_ALLOWED_ORIGINS', 'CREDITS_DEFAULT_SCOPE_EXCLUDES_GRANTS'],
  ...['CREDIT_PERIOD_TEST', 'INVOICE_AUTO_ADVANCE', 'INVOICE_CHECKS', 'INVOICE_HIDE_ZERO_LINES'],
  ...['INVOICE_ISSUE_ZERO', 'INVOICE_MAIL', 'INVOICE_REFRESH_MINUTES', 'INVOICE_SEQUENCE'],
  ...[
    'INVOICE_TEMPLATE_ID',
    'LATE_USAGE',
    'LEDGER_ACCOUNTS',
    'MISC_CHARGES',
    'NEGATIVE_INVOICE_POLICY',
    'NET_TERM_DAYS',
  ],
  ...['PAYMENT_COLLECTION', 'PORTAL_PASSWORD_URL', 'PRORATE_CARD_MINIMUMS', 'ROUNDING_MODE'],
  ...['SECOND_FACTOR_REQUIRED', 'SETUP_CHECKLIST', 'TAX_RATES', 'WALLET_AUTO_NET_OFF'],
]);

export const KNOWN_VALUES: ReadonlySet<string> = new Set([
  ...['true', 'false', 'OPTIONAL', 'REQUIRED', 'HALF_UP', 'HALF_EVEN', 'DOWN', 'WALLET_CREDIT'],
  ...['EXTERNAL', 'SERVICE_PERIOD', 'ISSUE_DATE', 'REJECT', 'NEXT_CYCLE', 'ADJUST', 'BASIC', 'COMPLETE'],
]);

import { parseJsonDecimal } from '#core/decimal.ts';
import { numberingProblem } from '#core/invoice-number.ts';
import { keepNumberSource } from '#platform/http/exact-json.ts';
import type { EntitySetting, EntityType } from './schema.ts';
import { checkCharges, checkOrigins, checkTaxRates, checkTopup } from './structured-settings.ts';

/** One key of the namespace PLATFORM: where it may stand and what its value must be. */
interface PlatformKey {
  owners: readonly EntityType[];
  dataType: EntitySetting['dataType'];
  /** What is wrong with a value that already parses as the data type; null when nothing is. */
  check(value: string): string | null;
}

/**
 * Keys that change how the product behaves; a misspelt one would silently do nothing, so others are refused.
 */
const KEYS: Readonly<Record<string, PlatformKey>> = {
  NET_TERM_DAYS: { owners: ['ORGANIZATION'], dataType: 'NUMERIC', check: wholeNumber(0, 365) },
  INVOICE_AUTO_ADVANCE: flag('ORGANIZATION', 'ACCOUNT'),
  INVOICE_ISSUE_ZERO: flag('ORGANIZATION', 'ACCOUNT'),
  INVOICE_REFRESH_MINUTES: { owners: ['ORGANIZATION'], dataType: 'NUMERIC', check: wholeNumber(5, 1440) },
  INVOICE_MAIL: flag('ORGANIZATION', 'ACCOUNT', 'INVOICE_GROUP'),
  INVOICE_HIDE_ZERO_LINES: flag('ORGANIZATION', 'ACCOUNT'),
  INVOICE_SEQUENCE: json(['ORGANIZATION', 'INVOICE_GROUP'], numberingProblem),
  INVOICE_TEMPLATE_ID: {
    owners: ['ORGANIZATION', 'ACCOUNT', 'INVOICE_GROUP'],
    dataType: 'STRING',
    check: (value) => (value.trim() ? null : 'must not be blank'),
  },
  BILLING_RECORD_ID: {
    owners: ['CUSTOMER', 'ACCOUNT', 'INVOICE_GROUP'],
    dataType: 'STRING',
    check: (value) => (value.trim() ? null : 'must not be blank'),
  },
  MISC_CHARGES: json(['ACCOUNT', 'ORGANIZATION'], checkCharges),
  TAX_RATES: json(['ORGANIZATION', 'CUSTOMER', 'ACCOUNT'], checkTaxRates),
  PRORATE_CARD_MINIMUMS: flag('ORGANIZATION'),
  ROUNDING_MODE: choice('HALF_UP', 'HALF_EVEN', 'DOWN'),
  WALLET_AUTO_NET_OFF: flag('ORGANIZATION', 'ACCOUNT'),
  PORTAL_PASSWORD_URL: {
    owners: ['ORGANIZATION'],
    dataType: 'STRING',
    check: (value) => (isPageAddress(value) ? null : 'must be an http(s) address without #'),
  },
  CORS_ALLOWED_ORIGINS: json(['ORGANIZATION'], checkOrigins),
  PAYMENT_COLLECTION: flag('ORGANIZATION', 'ACCOUNT'),
  WALLET_AUTO_TOPUP: json(['ACCOUNT'], checkTopup),
  NEGATIVE_INVOICE_POLICY: choice('WALLET_CREDIT', 'EXTERNAL'),
  CREDITS_DEFAULT_SCOPE_EXCLUDES_GRANTS: flag('ORGANIZATION'),
  CREDIT_PERIOD_TEST: choice('SERVICE_PERIOD', 'ISSUE_DATE'),
  LATE_USAGE: choice('REJECT', 'NEXT_CYCLE', 'ADJUST'),
};

/** Facts of the organization itself that settings only mirror. */
const MIRRORED = ['TIMEZONE', 'BASE_CURRENCY'];

/** The member that is wrong and why; null when the setting may be stored. */
export function checkPlatformSetting(
  setting: EntitySetting,
  entityType: EntityType,
): { member: 'id' | 'dataType' | 'value'; rule: string } | null {
  const { id, dataType, value } = setting;
  if (MIRRORED.includes(id))
    return { member: 'id', rule: `${id} is set with PATCH /ext/v1/organization and cannot be set here` };
  const key = Object.hasOwn(KEYS, id) ? KEYS[id] : undefined;
  if (!key) return { member: 'id', rule: `${id} is not a key of the namespace PLATFORM` };
  if (!key.owners.includes(entityType))
    return { member: 'id', rule: `${id} is a setting of ${key.owners.join(', ')} and not of ${entityType}` };
  if (dataType !== key.dataType) return { member: 'dataType', rule: `must be ${key.dataType} for ${id}` };
  const rule = key.check(value);
  return rule === null ? null : { member: 'value', rule };
}

function flag(...owners: EntityType[]): PlatformKey {
  return { ...choice('true', 'false'), owners };
}

function choice(...values: string[]): PlatformKey {
  return {
    owners: ['ORGANIZATION'],
    dataType: 'STRING',
    check: (value) => (values.includes(value) ? null : `must be one of ${values.join(', ')}`),
  };
}

function json(owners: readonly EntityType[], check: (value: unknown) => string | null): PlatformKey {
  // Numbers keep their source text: what is computed from them later must be exact and within its limits.
  return { owners, dataType: 'JSON', check: (value) => check(JSON.parse(value, keepNumberSource)) };
}

function wholeNumber(least: number, most: number): PlatformKey['check'] {
  return (value) => {
    const number = parseJsonDecimal(value);
    return 'refused' in number || !number.isInteger() || number.lt(least) || number.gt(most)
      ? `must be a whole number from ${least} to ${most}`
      : null;
  };
}

function isPageAddress(value: string): boolean {
  return /^https?:\/\//.test(value) && URL.canParse(value) && !value.includes('#');
}

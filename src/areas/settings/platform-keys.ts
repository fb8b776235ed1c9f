import { parseJsonDecimal } from '#core/decimal.ts';
import { numberingProblem } from '#core/invoice-number.ts';
import { keepNumberSource } from '#platform/http/exact-json.ts';
import type { EntitySetting, EntityType } from './schema.ts';
import { checkCharges, checkOrigins, checkTaxRates, checkTopup } from './structured-settings.ts';

/**
 * One key of the namespace PLATFORM. The page `docs/organization-settings.md` and the description of
 * `POST /settings` are made of this.
 */
export interface PlatformKey extends Value {
  /** Where it may stand; the first of them that has it wins, in this order. */
  owners: readonly EntityType[];
  /** Without a setting it is as if this were its value; null where the meaning says what is done then. */
  fallback: string | null;
  /** What it does, as whole sentences. */
  meaning: string;
}

interface Value {
  dataType: EntitySetting['dataType'];
  /** Which values it takes, for people. */
  form: string;
  /** What is wrong with a value that already parses as the data type; null when nothing is. */
  check(value: string): string | null;
}

/**
 * Keys that change how the product behaves; a misspelt one would silently do nothing, so others are refused.
 */
export const PLATFORM_KEYS: Readonly<Record<string, PlatformKey>> = {
  NET_TERM_DAYS: {
    ...{ owners: ['ORGANIZATION'], ...wholeNumber(0, 365), fallback: '0' },
    meaning:
      'How many days after its date an invoice is due, where neither the account nor the group says ' + 'it.',
  },
  INVOICE_AUTO_ADVANCE: {
    ...{ owners: ['ACCOUNT', 'ORGANIZATION'], ...flag(), fallback: 'true' },
    meaning:
      'Whether the draft of a cycle is issued by itself at its deadline. With `false` drafts wait ' +
      'for a bill run, also those that are there already. With `true` again, or when the setting is ' +
      'deleted, drafts that waited because of it are issued at their deadline, at once where that ' +
      'has passed; what somebody holds with `autoAdvance`, or a finalization hook refused, waits ' +
      'on.',
  },
  INVOICE_ISSUE_ZERO: {
    ...{ owners: ['ACCOUNT', 'ORGANIZATION'], ...flag(), fallback: 'true' },
    meaning:
      'With `false` the bill of a cycle whose lines are all 0 takes no number and is neither ' +
      'printed nor mailed.',
  },
  INVOICE_REFRESH_MINUTES: {
    ...{ owners: ['ORGANIZATION'], ...wholeNumber(5, 1440), fallback: '15' },
    meaning:
      'How often the stored totals of drafts are computed, which alerts, wallets and credits ' + 'follow.',
  },
  INVOICE_MAIL: {
    ...{ owners: ['ACCOUNT', 'INVOICE_GROUP', 'ORGANIZATION'], ...flag(), fallback: 'true' },
    meaning: 'With `false` an issued invoice is not mailed by itself.',
  },
  INVOICE_HIDE_ZERO_LINES: {
    ...{ owners: ['ACCOUNT', 'ORGANIZATION'], ...flag(), fallback: 'false' },
    meaning: 'With `true` the paper leaves out lines that come to nothing.',
  },
  INVOICE_SEQUENCE: {
    owners: ['INVOICE_GROUP', 'ORGANIZATION'],
    fallback: '{"pattern": "{YYYY}-{MM}-{SEQ}", "pad": 4}',
    ...json('`{"pattern", "pad", "start", "reset", "scope"}`', numberingProblem),
    meaning:
      'How invoices are numbered. The pattern has `{SEQ}` once, and `{YYYY}`, `{YY}`, `{MM}`, ' +
      '`{DD}` and `{CUSTOMER}` where it wants them; `reset` is NEVER, YEARLY or MONTHLY, `scope` ' +
      'ORG, INVOICE_GROUP or CUSTOMER. `start` may only go up.',
  },
  INVOICE_TEMPLATE_ID: {
    ...{ owners: ['ACCOUNT', 'INVOICE_GROUP', 'ORGANIZATION'], ...named(), fallback: null },
    meaning: 'The template that invoices are printed in; the built-in one by default.',
  },
  BILLING_RECORD_ID: {
    ...{ owners: ['ACCOUNT', 'INVOICE_GROUP', 'CUSTOMER'], ...named(), fallback: null },
    meaning: 'The billing record in whose name invoices are; the default one otherwise.',
  },
  MISC_CHARGES: {
    ...{ owners: ['ACCOUNT', 'ORGANIZATION'], fallback: '[]' },
    ...json('`[{"name", "value"}]`, or `rate` and `quantity` in the place of `value`', checkCharges),
    meaning:
      'Charges on each invoice of a cycle. A `value` is a number or JSON logic in text, below 0 for ' +
      'a discount.',
  },
  TAX_RATES: {
    ...{ owners: ['ACCOUNT', 'CUSTOMER', 'ORGANIZATION'], fallback: '[]' },
    ...json('`[{"name", "rate", "country"?}]`, rates such as `"0.20"`', checkTaxRates),
    meaning:
      'Taxes on each invoice, where no finalization hook says them; with a `country` for buyers ' + 'there.',
  },
  PRORATE_CARD_MINIMUMS: {
    ...{ owners: ['ORGANIZATION'], ...flag(), fallback: 'true' },
    meaning:
      'With `true` the minimum of a usage or overage card follows the days of a cycle that is cut. ' +
      'With `false` it holds whole, and the first schedule that asks for one owes it, once.',
  },
  ROUNDING_MODE: {
    ...{ owners: ['ORGANIZATION'], ...choice('HALF_UP', 'HALF_EVEN', 'DOWN'), fallback: null },
    meaning:
      'How money is rounded to the digits of its currency; as the organization was created with ' +
      'otherwise, which is HALF_UP unless it says something else.',
  },
  WALLET_AUTO_NET_OFF: {
    ...{ owners: ['ACCOUNT', 'ORGANIZATION'], ...flag(), fallback: 'true' },
    meaning: 'Whether the wallet of an account pays what falls due.',
  },
  PORTAL_PASSWORD_URL: {
    ...{
      owners: ['ORGANIZATION'],
      dataType: 'STRING',
      form: 'an http(s) address without `#`',
      fallback: null,
    },
    check: (value) => (isPageAddress(value) ? null : 'must be an http(s) address without #'),
    meaning:
      'The page on which contacts set the password of their portal login: mails lead there, with ' +
      'the code behind `#token=`. Without it nobody is invited by mail.',
  },
  CORS_ALLOWED_ORIGINS: {
    ...{ owners: ['ORGANIZATION'], fallback: '[]' },
    ...json('`["https://app.example.com"]`', checkOrigins),
    meaning: 'Web pages of other origins that may call the API with credentials of the organization.',
  },
  PAYMENT_COLLECTION: {
    ...{ owners: ['ACCOUNT', 'ORGANIZATION'], ...flag(), fallback: 'true' },
    meaning: 'With `false` no payment provider is asked to collect what falls due.',
  },
  WALLET_AUTO_TOPUP: {
    ...{ owners: ['ACCOUNT'], fallback: '{"enabled": false}' },
    ...json('`{"enabled", "threshold", "topupAmount", "maxPerDay", "maxPerMonth"}`', checkTopup),
    meaning: 'Orders money for the wallet when less than the threshold is left in it. Amounts are text.',
  },
  NEGATIVE_INVOICE_POLICY: {
    ...{ owners: ['ORGANIZATION'], ...choice('WALLET_CREDIT', 'EXTERNAL'), fallback: 'WALLET_CREDIT' },
    meaning: 'Where money of an invoice below 0 goes: into the wallet, or it is given back outside.',
  },
  CREDITS_DEFAULT_SCOPE_EXCLUDES_GRANTS: {
    ...{ owners: ['ORGANIZATION'], ...flag(), fallback: 'true' },
    meaning:
      'With `false` credits that say nothing of what they are for also pay for credits that are ' + 'bought.',
  },
  CREDIT_PERIOD_TEST: {
    ...{ owners: ['ORGANIZATION'], ...choice('SERVICE_PERIOD', 'ISSUE_DATE'), fallback: 'SERVICE_PERIOD' },
    meaning: 'Whether a credit pays an invoice whose days meet its own, or one that is issued in them.',
  },
  LATE_USAGE: {
    ...{ owners: ['ORGANIZATION'], ...choice('REJECT', 'NEXT_CYCLE', 'ADJUST'), fallback: 'REJECT' },
    meaning:
      'What becomes of events that come after their cycle is closed: refused, counted in the next ' +
      'cycle, or billed by an adjustment of the invoice.',
  },
};

function flag(): Value {
  return choice('true', 'false');
}

function choice(...values: string[]): Value {
  return {
    dataType: 'STRING',
    form: values.map((value) => `\`${value}\``).join(', '),
    check: (value) => (values.includes(value) ? null : `must be one of ${values.join(', ')}`),
  };
}

function named(): Value {
  return {
    ...{ dataType: 'STRING', form: 'an id' },
    check: (value) => (value.trim() ? null : 'must not be blank'),
  };
}

function json(form: string, check: (value: unknown) => string | null): Value {
  // Numbers keep their source text: what is computed from them later must be exact and within its limits.
  return { dataType: 'JSON', form, check: (value) => check(JSON.parse(value, keepNumberSource)) };
}

function wholeNumber(least: number, most: number): Value {
  return {
    ...{ dataType: 'NUMERIC', form: `a whole number from ${least} to ${most}` },
    check(value) {
      const number = parseJsonDecimal(value);
      return 'refused' in number || !number.isInteger() || number.lt(least) || number.gt(most)
        ? `must be a whole number from ${least} to ${most}`
        : null;
    },
  };
}

function isPageAddress(value: string): boolean {
  return /^https?:\/\//.test(value) && URL.canParse(value) && !value.includes('#');
}

import { parseJsonDecimal } from '#core/decimal.ts';
import { checkTermsProblem } from '#core/invoice-checks/index.ts';
import { numberingProblem } from '#core/invoice-number.ts';
import { chartProblem } from '#core/ledger-accounts.ts';
import { keepNumberSource } from '#platform/http/exact-json.ts';
import type { EntitySetting, EntityType } from './schema.ts';
import { checkCharges, checkOrigins, checkTaxRates, checkTopup } from './structured-settings.ts';

/**
 * One key of the namespace PLATFORM. `docs/organization-settings.md` and the description of `POST /settings`
 * are generated from these.
 */
export interface PlatformKey extends Value {
  /** Types of resource that can have the setting; the first that has a value wins, in this order. */
  owners: readonly EntityType[];
  /** The default value; null if `meaning` describes the default behaviour. */
  fallback: string | null;
  /** What the setting does, in complete sentences. */
  meaning: string;
}

interface Value {
  dataType: EntitySetting['dataType'];
  /** The accepted values, in words. */
  form: string;
  /** All of them, if they are few. */
  values?: readonly string[];
  /** What is wrong with a value that parses as the data type; null if it is valid. */
  check(value: string): string | null;
}

/**
 * Keys that change how the product behaves. Other keys are rejected, because a misspelt one would have no
 * effect.
 */
export const PLATFORM_KEYS: Readonly<Record<string, PlatformKey>> = {
  NET_TERM_DAYS: {
    ...{ owners: ['ORGANIZATION'], ...wholeNumber(0, 365), fallback: '0' },
    meaning: 'Days from the invoice date to the due date, unless the account or the group sets its own.',
  },
  INVOICE_AUTO_ADVANCE: {
    ...{ owners: ['ACCOUNT', 'ORGANIZATION'], ...flag(), fallback: 'true' },
    meaning:
      'Whether Tallymark issues the draft of a cycle at its deadline. With `false` all drafts, ' +
      'including existing ones, wait for a bill run. When the value returns to `true`, or the ' +
      'setting is deleted, Tallymark issues the drafts that waited because of it at their deadline, ' +
      'or at once if that has passed. Drafts that somebody holds with `autoAdvance`, or that a ' +
      'finalization hook refused, keep waiting.',
  },
  INVOICE_ISSUE_ZERO: {
    ...{ owners: ['ACCOUNT', 'ORGANIZATION'], ...flag(), fallback: 'true' },
    meaning:
      'With `false` an invoice of a cycle whose lines are all 0 takes no number and is neither ' +
      'printed nor mailed.',
  },
  INVOICE_CHECKS: {
    ...{ owners: ['ORGANIZATION'], fallback: '{}' },
    ...json('`{"AMOUNT_UNUSUAL": {"level": "BLOCK", "above": "3"}}`', checkTermsProblem),
    meaning:
      'What Tallymark finds suspicious in drafts: the level of each rule (BLOCK, WARN, INFO or OFF) and ' +
      'its thresholds as text. The page on the month close lists the rules and their defaults.',
  },
  BILL_RUN_REVIEW: {
    ...{ owners: ['ORGANIZATION'], ...choice('OPTIONAL', 'REQUIRED'), fallback: 'OPTIONAL' },
    meaning:
      'With `REQUIRED` every bill run waits for a confirmation, which needs its review and no open finding ' +
      'of level BLOCK. With `OPTIONAL` this holds for bill runs that somebody has begun to review.',
  },
  SETUP_CHECKLIST: {
    ...{ owners: ['ORGANIZATION'], ...choice('BASIC', 'COMPLETE'), fallback: 'BASIC' },
    meaning:
      'With `COMPLETE` production issues no invoice until its seller has a name, an address, a tax id and ' +
      'a logo, and the organization has net terms and an address for replies. With `BASIC` a name and an ' +
      'address are enough.',
  },
  INVOICE_REFRESH_MINUTES: {
    ...{ owners: ['ORGANIZATION'], ...wholeNumber(5, 1440), fallback: '15' },
    meaning:
      'Interval at which Tallymark recomputes the stored totals of drafts, on which alerts, wallets ' +
      'and credits rely.',
  },
  SECOND_FACTOR_REQUIRED: {
    ...{ owners: ['ORGANIZATION'], ...flag(), fallback: 'false' },
    meaning:
      'With `true` users without a second factor can do nothing but set one up or add a passkey. The ' +
      'setting of production also counts for its members when they use the sandbox. API keys are not ' +
      'affected.',
  },
  INVOICE_MAIL: {
    ...{ owners: ['ACCOUNT', 'INVOICE_GROUP', 'ORGANIZATION'], ...flag(), fallback: 'true' },
    meaning: 'With `false` issued invoices are not mailed automatically.',
  },
  INVOICE_HIDE_ZERO_LINES: {
    ...{ owners: ['ACCOUNT', 'ORGANIZATION'], ...flag(), fallback: 'false' },
    meaning: 'With `true` the PDF of an invoice omits lines of amount 0.',
  },
  INVOICE_SEQUENCE: {
    owners: ['INVOICE_GROUP', 'ORGANIZATION'],
    fallback: '{"pattern": "{YYYY}-{MM}-{SEQ}", "pad": 4}',
    ...json('`{"pattern", "pad", "start", "reset", "scope"}`', numberingProblem),
    meaning:
      'How invoices are numbered. The pattern contains `{SEQ}` once and optionally `{YYYY}`, ' +
      '`{YY}`, `{MM}`, `{DD}` and `{CUSTOMER}`; `reset` is NEVER, YEARLY or MONTHLY, `scope` is ' +
      'ORG, INVOICE_GROUP or CUSTOMER. `start` can only be raised.',
  },
  INVOICE_TEMPLATE_ID: {
    ...{ owners: ['ACCOUNT', 'INVOICE_GROUP', 'ORGANIZATION'], ...named(), fallback: null },
    meaning: 'The template of printed invoices; the built-in one by default.',
  },
  SELLER_ENTITY_ID: {
    ...{ owners: ['ACCOUNT', 'INVOICE_GROUP', 'CUSTOMER'], ...named(), fallback: null },
    meaning: 'The seller entity that invoices name; the default one otherwise.',
  },
  MISC_CHARGES: {
    ...{ owners: ['ACCOUNT', 'ORGANIZATION'], fallback: '[]' },
    ...json('`[{"name", "value"}]`, or `rate` and `quantity` in the place of `value`', checkCharges),
    meaning:
      'Charges on each invoice of a cycle. A `value` is a number or JSON Logic as text, below 0 for ' +
      'a discount.',
  },
  TAX_RATES: {
    ...{ owners: ['ACCOUNT', 'CUSTOMER', 'ORGANIZATION'], fallback: '[]' },
    ...json('`[{"name", "rate", "country"?}]`, rates such as `"0.20"`', checkTaxRates),
    meaning:
      'Taxes on each invoice, unless a finalization hook determines them; a rate with a `country` ' +
      'applies to buyers in that country.',
  },
  PRORATE_CARD_MINIMUMS: {
    ...{ owners: ['ORGANIZATION'], ...flag(), fallback: 'true' },
    meaning:
      'With `true` the minimum of a usage or overage card is prorated by the days of a shortened ' +
      'cycle. With `false` it is charged in full, once, in the first schedule that has one.',
  },
  ROUNDING_MODE: {
    ...{ owners: ['ORGANIZATION'], ...choice('HALF_UP', 'HALF_EVEN', 'DOWN'), fallback: null },
    meaning:
      'How money is rounded to the digits of its currency. The default is the mode with which the ' +
      'organization was created: HALF_UP unless another was requested.',
  },
  WALLET_AUTO_NET_OFF: {
    ...{ owners: ['ACCOUNT', 'ORGANIZATION'], ...flag(), fallback: 'true' },
    meaning: 'Whether the wallet of an account pays invoices automatically when they fall due.',
  },
  PORTAL_PASSWORD_URL: {
    ...{
      owners: ['ORGANIZATION'],
      dataType: 'STRING',
      form: 'an http(s) URL without `#`',
      fallback: null,
    },
    check: (value) => (isPageAddress(value) ? null : 'must be an http(s) URL without #'),
    meaning:
      'The page on which contacts set the password of their portal login. Mails link to it with the ' +
      'code after `#token=`. Without this setting Tallymark sends no invitations by itself.',
  },
  CORS_ALLOWED_ORIGINS: {
    ...{ owners: ['ORGANIZATION'], fallback: '[]' },
    ...json('`["https://app.example.com"]`', checkOrigins),
    meaning: 'Origins whose web pages may call the API with credentials of the organization.',
  },
  PAYMENT_COLLECTION: {
    ...{ owners: ['ACCOUNT', 'ORGANIZATION'], ...flag(), fallback: 'true' },
    meaning: 'With `false` Tallymark does not ask a payment provider to collect due invoices.',
  },
  WALLET_AUTO_TOPUP: {
    ...{ owners: ['ACCOUNT'], fallback: '{"enabled": false}' },
    ...json('`{"enabled", "threshold", "topupAmount", "maxPerDay", "maxPerMonth"}`', checkTopup),
    meaning: 'Orders a top-up when the wallet holds less than the threshold. Amounts are text.',
  },
  NEGATIVE_INVOICE_POLICY: {
    ...{ owners: ['ORGANIZATION'], ...choice('WALLET_CREDIT', 'EXTERNAL'), fallback: 'WALLET_CREDIT' },
    meaning:
      'Where the money of an invoice with a negative total goes: into the wallet, or back to the ' +
      'customer outside Tallymark.',
  },
  CREDITS_DEFAULT_SCOPE_EXCLUDES_GRANTS: {
    ...{ owners: ['ORGANIZATION'], ...flag(), fallback: 'true' },
    meaning: 'With `false` credits without an explicit scope also pay for purchased credits.',
  },
  CREDIT_PERIOD_TEST: {
    ...{ owners: ['ORGANIZATION'], ...choice('SERVICE_PERIOD', 'ISSUE_DATE'), fallback: 'SERVICE_PERIOD' },
    meaning:
      'Whether a credit pays invoices whose service period overlaps its own validity, or invoices ' +
      'that are issued during it.',
  },
  LEDGER_ACCOUNTS: {
    ...{ owners: ['ORGANIZATION'], fallback: '{}' },
    ...json('`{"RECEIVABLES": {"number": "1200", "name": "Accounts receivable"}}`', chartProblem),
    meaning:
      'The numbers and names under which your accountants keep the accounts of the journal. The page on ' +
      'the journal lists the accounts and their defaults.',
  },
  LATE_USAGE: {
    ...{ owners: ['ORGANIZATION'], ...choice('REJECT', 'NEXT_CYCLE', 'ADJUST'), fallback: 'REJECT' },
    meaning:
      'How Tallymark treats late arrivals, that is events for a closed cycle: it rejects them, ' +
      'counts them in the next cycle, or bills them in an adjustment of the invoice.',
  },
};

function flag(): Value {
  return choice('true', 'false');
}

function choice(...values: string[]): Value {
  return {
    dataType: 'STRING',
    form: values.map((value) => `\`${value}\``).join(', '),
    values,
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
  // Numbers keep their source text, because amounts computed from them must be exact and within limits.
  return { dataType: 'JSON', form, check: (value) => check(JSON.parse(value, keepNumberSource)) };
}

function wholeNumber(min: number, max: number): Value {
  return {
    ...{ dataType: 'NUMERIC', form: `a whole number from ${min} to ${max}` },
    check(value) {
      const number = parseJsonDecimal(value);
      return 'error' in number || !number.isInteger() || number.lt(min) || number.gt(max)
        ? `must be a whole number from ${min} to ${max}`
        : null;
    },
  };
}

function isPageAddress(value: string): boolean {
  return /^https?:\/\//.test(value) && URL.canParse(value) && !value.includes('#');
}

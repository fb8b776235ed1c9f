import { isCountry } from '#core/country.ts';
import { parseJsonDecimal } from '#core/decimal.ts';
import { chargeValueProblem } from '#core/invoice/index.ts';
import { MAX_AMOUNT } from '#core/money.ts';
import { isJsonNumber } from '#platform/http/exact-json.ts';

/** Checks of the JSON values of platform settings: each returns what is wrong, or null. */

const MAX_ENTRIES = 100;

/**
 * `[{"name": "VAT", "rate": "0.20", "country": "DE"?}]`, rates as decimal fractions in text. A name may
 * repeat for another country; one invoice shows it once.
 */
export function checkTaxRates(value: unknown): string | null {
  return checkNamedEntries(value, checkTaxRate, (one, other) => {
    const countries = [one.country, other.country];
    return countries.includes(undefined) || one.country === other.country;
  });
}

function checkTaxRate({ name, rate, country, ...others }: Record<string, unknown>): string | null {
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) return `unknown field ${unknown.slice(0, 50)}`;
  if (/[\p{Cc}\p{Cs}]/u.test(String(name))) return 'name must have printable characters';
  const number = typeof rate === 'string' ? parseJsonDecimal(rate) : null;
  if (!number || 'error' in number || number.lt(0) || number.gt(1))
    return 'rate must be a decimal fraction in a string, such as "0.20", from 0 to 1';
  const isKnown = country === undefined || (typeof country === 'string' && isCountry(country));
  return isKnown ? null : 'country must be an ISO 3166-1 alpha-2 code';
}

/** Items of miscellaneous charges: a value, or a rate and a quantity (money-platform.md 10.8). */
export function checkCharges(value: unknown): string | null {
  return checkNamedEntries(value, (entry) => {
    const { name, value: amount, rate, quantity, considerForRevenue, ...others } = entry;
    const [unknown] = Object.keys(others);
    if (unknown !== undefined) return `unknown field ${unknown.slice(0, 50)}`;
    if (considerForRevenue !== undefined && typeof considerForRevenue !== 'boolean')
      return 'considerForRevenue must be true or false';
    const hasRate = isNumber(rate) && isNumber(quantity);
    if (amount === undefined) return hasRate ? null : 'needs either value, or rate and quantity as numbers';
    if (rate !== undefined || quantity !== undefined)
      return 'must not have value together with rate or quantity';
    return typeof amount === 'string' ? checkAmount(amount) : 'value must be text';
  });
}

/** Origins of web pages as browsers send them: `["https://app.example.com"]`. */
export function checkOrigins(value: unknown): string | null {
  if (!Array.isArray(value)) return 'must be a list';
  if (value.length > MAX_ENTRIES) return `must have at most ${MAX_ENTRIES} entries`;
  for (const [i, origin] of value.entries()) {
    const isOrigin =
      typeof origin === 'string' && /^https?:/.test(origin) && URL.parse(origin)?.origin === origin;
    if (!isOrigin)
      return `[${i}] must be an origin as browsers send it, such as https://app.example.com, without a path`;
    if (value.indexOf(origin) < i) return `[${i}] is repeated`;
  }
  return null;
}

const TOPUP_MEMBERS = ['threshold', 'topupAmount', 'maxPerDay', 'maxPerMonth'] as const;

/**
 * `{"enabled": true, "threshold": "50", "topupAmount": "200", "maxPerDay": 3, "maxPerMonth": 20}`, amounts in
 * text. The other members are optional while `enabled` is false.
 */
export function checkTopup(value: unknown): string | null {
  if (!isObject(value)) return 'must be an object';
  const { enabled, threshold, topupAmount, maxPerDay, maxPerMonth, ...others } = value;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) return `unknown field ${unknown.slice(0, 50)}`;
  if (typeof enabled !== 'boolean') return 'enabled must be true or false';
  const missing = TOPUP_MEMBERS.find((member) => value[member] === undefined);
  if (enabled && missing !== undefined) return `${missing} is required while enabled is true`;
  return (
    checkTopupAmount('threshold', threshold, { isZeroFine: true }) ??
    checkTopupAmount('topupAmount', topupAmount, { isZeroFine: false }) ??
    checkTimes('maxPerDay', maxPerDay, 100) ??
    checkTimes('maxPerMonth', maxPerMonth, 1000)
  );
}

function checkTopupAmount(
  name: string,
  value: unknown,
  { isZeroFine }: { isZeroFine: boolean },
): string | null {
  if (value === undefined) return null;
  const amount = typeof value === 'string' ? parseJsonDecimal(value) : null;
  const isFine = amount && !('error' in amount) && (isZeroFine ? amount.gte(0) : amount.gt(0));
  if (isFine && amount.lte(MAX_AMOUNT)) return null;
  const least = isZeroFine ? 'at least 0' : 'greater than 0';
  return `${name} must be an amount in a string, such as "50", and ${least}`;
}

function checkTimes(name: string, value: unknown, max: number): string | null {
  if (value === undefined) return null;
  const number = isJsonNumber(value) ? Number(value.source) : value;
  if (typeof number === 'number' && Number.isInteger(number) && number >= 1 && number <= max) return null;
  return `${name} must be a whole number from 1 to ${max}`;
}

type Entry = Record<string, unknown>;

/** `clashes` decides whether two entries with the same name conflict; by default they do. */
function checkNamedEntries(
  value: unknown,
  check: (entry: Entry) => string | null,
  clashes: (one: Entry, other: Entry) => boolean = () => true,
): string | null {
  if (!Array.isArray(value)) return 'must be a list';
  if (value.length > MAX_ENTRIES) return `must have at most ${MAX_ENTRIES} entries`;
  const before: Entry[] = [];
  for (const [i, entry] of value.entries()) {
    if (!isObject(entry)) return `[${i}] must be an object`;
    const { name } = entry;
    if (typeof name !== 'string' || !name.trim() || [...name].length > 255)
      return `[${i}].name must have 1 to 255 characters`;
    if (before.some((other) => other.name === name && clashes(entry, other)))
      return `[${i}].name is repeated`;
    before.push(entry);
    const rule = check(entry);
    if (rule) return `[${i}] ${rule}`;
  }
  return null;
}

function checkAmount(text: string): string | null {
  const rule = chargeValueProblem(text);
  return rule && `value: ${rule}`;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isNumber(value: unknown): boolean {
  if (typeof value !== 'number' && !isJsonNumber(value)) return false;
  return !('error' in parseJsonDecimal(typeof value === 'number' ? String(value) : value.source));
}

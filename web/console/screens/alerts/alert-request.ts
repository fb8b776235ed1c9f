import { type Exact, exact } from '../../../api/decimal.ts';
import type {
  BacktestAlertRequest,
  CreateAlertRequest,
  UpdateAlertRequest,
} from '../../../api/generated/request-types.ts';
import { compare, wholeOf } from '../../../format/decimals.ts';
import { readDecimal } from '../../../format/typed-decimal.ts';
import { kindOf } from './alert-kinds.ts';
import { type AlertFields, CHANNEL_TYPES, UNIT_MINUTES, VALIDITY_UNITS } from './alert-terms.ts';

const MAX_DAYS = 365;
/** A hundred years. */
const MAX_VALIDITY = 52_560_000;

type Limit = { threshold: Exact } | { daysBefore: number } | { daysAfter: number };

/** Null if it is no threshold, or no number of days. */
export function limitOf({ kind, limit }: AlertFields): Limit | null {
  const { parameter } = kindOf(kind);
  if (parameter === 'threshold') {
    const read = readDecimal(limit);
    return read !== null && compare(read, '0') >= 0 ? { threshold: exact(read) } : null;
  }
  const days = wholeUpTo(limit, MAX_DAYS);
  return days === null ? null : parameter === 'daysBefore' ? { daysBefore: days } : { daysAfter: days };
}

/** What a back-test needs; null as long as something is missing. */
export function backtestOf(fields: AlertFields): BacktestAlertRequest | null {
  const { hasBacktest, isWatchedNeeded } = kindOf(fields.kind);
  const limit = limitOf(fields);
  if (!hasBacktest || limit === null || (isWatchedNeeded && fields.watched === '')) return null;
  return { ...termsOf(fields), parameters: limit };
}

/** The body that creates the alert. Called only if `check` finds nothing. */
export function createBody(fields: AlertFields): CreateAlertRequest {
  return { ...termsOf(fields), ...valuesOf(fields), status: fields.isActive ? 'ACTIVE' : 'INACTIVE' };
}

/** What was changed of a stored alert: a value that only the API can set stays as it is. */
export function changeBody(fields: AlertFields, stored: AlertFields): UpdateAlertRequest {
  const [values, before] = [valuesOf(fields), valuesOf(stored)];
  const changed = (name: keyof typeof values) =>
    JSON.stringify(values[name]) !== JSON.stringify(before[name]);
  const names = (Object.keys(values) as (keyof typeof values)[]).filter(changed);
  return {
    ...Object.fromEntries(names.map((name) => [name, values[name]])),
    ...(fields.isActive !== stored.isActive && { status: fields.isActive ? 'ACTIVE' : 'INACTIVE' }),
  };
}

/** What can be changed afterwards: not what it watches. */
function valuesOf(fields: AlertFields) {
  const { description, interval, channels } = fields;
  return {
    ...{ description: description.trim() || null, interval, validity: minutesOf(fields) },
    parameters: limitOf(fields) ?? {},
    channels: channels.map(({ type, target }) => ({
      type: CHANNEL_TYPES.find((known) => known === type) ?? 'EMAIL',
      target: target.trim(),
    })),
  };
}

function termsOf({ kind, account, watched, interval }: AlertFields) {
  const { watches, account: whose } = kindOf(kind);
  return {
    ...{ alertTemplateId: kind, interval },
    ...(watches && watched !== '' && { entityDetails: { [watches]: watched } }),
    ...(whose !== 'NONE' && account !== '' && { ownerDetails: { accountId: account } }),
  };
}

/** Null: it never ends by itself, or what was typed is none. */
export function minutesOf({ validity, validityUnit }: AlertFields): number | null {
  const unit = VALIDITY_UNITS.find((known) => known === validityUnit) ?? 'DAYS';
  const whole = wholeUpTo(validity, MAX_VALIDITY / UNIT_MINUTES[unit]);
  return whole === null || whole === 0 ? null : whole * UNIT_MINUTES[unit];
}

function wholeUpTo(text: string, most: number): number | null {
  const days = wholeOf(text.trim());
  return days !== null && days >= 0 && days <= most ? days : null;
}

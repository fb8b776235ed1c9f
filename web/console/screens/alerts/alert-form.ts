import { type Exact, exact } from '../../../api/decimal.ts';
import type {
  BacktestAlertRequest,
  CreateAlertRequest,
  UpdateAlertRequest,
} from '../../../api/generated/request-types.ts';
import type { Alert } from '../../../api/generated/types.ts';
import { compare, wholeOf } from '../../../format/decimals.ts';
import { readDecimal, typedDecimal } from '../../../format/typed-decimal.ts';
import type { Translate } from '../../../messages/catalogs.ts';
import type alerts from '../../../messages/en/alerts.json';
import type { Form, FormErrors } from '../../../ui/use-form.ts';
import { kindOf, nameOf } from './alert-kinds.ts';

export const CHANNEL_TYPES = ['EMAIL', 'WEBHOOK', 'CHAT'] as const;
export const MAX_CHANNELS = 10;
const MAX_DAYS = 365;
/** A hundred years. */
const MAX_VALIDITY = 52_560_000;
const UNIT_MINUTES = { DAYS: 1440, HOURS: 60, MINUTES: 1 } as const;
export const VALIDITY_UNITS = ['DAYS', 'HOURS', 'MINUTES'] as const;

export type ChannelRow = { type: string; target: string };
export type AlertFields = {
  kind: string;
  description: string;
  account: string;
  watched: string;
  limit: string;
  interval: string;
  /** Until it ends by itself, in its unit; empty: never. */
  validity: string;
  validityUnit: string;
  channels: readonly ChannelRow[];
  isActive: boolean;
};
type Say = Translate<keyof typeof alerts & string>;

/** A new alert of a kind, or the terms of one. */
export function alertForm(t: Say, start: Partial<AlertFields>): Form<AlertFields, AlertFields> {
  const kind = nameOf(start.kind);
  return {
    initial: {
      ...{ kind, description: '', account: '', watched: '', limit: kindOf(kind).isCount ? '1' : '' },
      ...{ interval: '60', validity: '', validityUnit: 'DAYS', channels: [], isActive: true, ...start },
    },
    check: (fields) => check(t, fields),
    read: (fields) => fields,
  };
}

export function fieldsOf(alert: Alert): AlertFields {
  const { usageMeterId, featureId, billableId, eventSchemaName } = alert.entityDetails;
  const { threshold, daysBefore, daysAfter } = alert.parameters;
  const days = daysBefore ?? daysAfter;
  return {
    ...{ kind: alert.alertTemplateId, description: alert.description ?? '' },
    account: alert.ownerDetails.accountId ?? '',
    watched: usageMeterId ?? featureId ?? billableId ?? eventSchemaName ?? '',
    limit: threshold === undefined ? String(days ?? '') : typedDecimal(threshold),
    interval: String(alert.interval),
    ...validityOf(alert.validity),
    channels: (alert.channels ?? []).map(({ type, target }) => ({ type, target })),
    isActive: alert.status === 'ACTIVE',
  };
}

function check(t: Say, fields: AlertFields): FormErrors<AlertFields> {
  const kind = kindOf(fields.kind);
  const validity = minutesOf(fields);
  const targets = fields.channels.map(({ type, target }) => `${type} ${target.trim()}`);
  return {
    ...(kind.account === 'NEEDED' && fields.account === '' && { account: t('accountNeeded') }),
    ...(kind.isWatchedNeeded && fields.watched === '' && { watched: t(`${kind.watches ?? 'none'}.needed`) }),
    ...(limitOf(fields) === null && {
      limit: kind.parameter === 'threshold' ? t('limitInvalid') : t('daysInvalid'),
    }),
    ...(fields.validity.trim() !== '' && validity === null && { validity: t('validityInvalid') }),
    ...Object.fromEntries(
      fields.channels.flatMap(({ type, target }, index) => {
        const isTwice = targets.indexOf(`${type} ${target.trim()}`) < index;
        const error = channelError(t, { type, target: target.trim() }) ?? (isTwice ? t('targetTwice') : null);
        return error ? [[`channels.${index}.target`, error]] : [];
      }),
    ),
  };
}

function channelError(t: Say, { type, target }: ChannelRow): string | null {
  if (type === 'EMAIL') return /^[^\s@]+@[^\s@]+$/.test(target) ? null : t('emailInvalid');
  if (type === 'CHAT') return /^https:\/\/\S+$/.test(target) ? null : t('chatInvalid');
  return target === '' ? t('webhookNeeded') : null;
}

type Limit = { threshold: Exact } | { daysBefore: number } | { daysAfter: number };

/** Null if it is no threshold, or no number of days. */
function limitOf({ kind, limit }: AlertFields): Limit | null {
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

function minutesOf({ validity, validityUnit }: AlertFields): number | null {
  const unit = VALIDITY_UNITS.find((known) => known === validityUnit) ?? 'DAYS';
  const whole = wholeUpTo(validity, MAX_VALIDITY / UNIT_MINUTES[unit]);
  return whole === null || whole === 0 ? null : whole * UNIT_MINUTES[unit];
}

/** In the largest unit of which it is a whole number. */
function validityOf(minutes: number | null): Pick<AlertFields, 'validity' | 'validityUnit'> {
  if (minutes === null) return { validity: '', validityUnit: 'DAYS' };
  const unit = VALIDITY_UNITS.find((each) => minutes % UNIT_MINUTES[each] === 0) ?? 'MINUTES';
  return { validity: String(minutes / UNIT_MINUTES[unit]), validityUnit: unit };
}

function wholeUpTo(text: string, most: number): number | null {
  const days = wholeOf(text.trim());
  return days !== null && days >= 0 && days <= most ? days : null;
}

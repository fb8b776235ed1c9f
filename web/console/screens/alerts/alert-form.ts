import type { Alert } from '../../../api/generated/types.ts';
import { typedDecimal } from '../../../format/typed-decimal.ts';
import type { Translate } from '../../../messages/catalogs.ts';
import type alerts from '../../../messages/en/alerts.json';
import type { Form, FormErrors } from '../../../ui/use-form.ts';
import { kindOf, nameOf } from './alert-kinds.ts';
import { limitOf, minutesOf } from './alert-request.ts';
import { type AlertFields, type ChannelRow, UNIT_MINUTES, VALIDITY_UNITS } from './alert-terms.ts';

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

/** In the largest unit of which it is a whole number. */
function validityOf(minutes: number | null): Pick<AlertFields, 'validity' | 'validityUnit'> {
  if (minutes === null) return { validity: '', validityUnit: 'DAYS' };
  const unit = VALIDITY_UNITS.find((each) => minutes % UNIT_MINUTES[each] === 0) ?? 'MINUTES';
  return { validity: String(minutes / UNIT_MINUTES[unit]), validityUnit: unit };
}

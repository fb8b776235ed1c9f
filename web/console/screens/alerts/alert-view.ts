import type { Alert, Incident } from '../../../api/generated/types.ts';
import { formatCount, formatQuantity } from '../../../format/money.ts';
import type { Translate } from '../../../messages/catalogs.ts';
import type alerts from '../../../messages/en/alerts.json';
import { looksOf } from '../../../ui/look.ts';

type Say = Translate<keyof typeof alerts & string>;

export const alertStatus = looksOf<Alert['status']>({
  ACTIVE: { tone: 'good' },
  INACTIVE: { tone: 'neutral' },
});
export const incidentStatus = looksOf<Incident['status']>({
  ACTIVE: { tone: 'bad' },
  CLOSED: { tone: 'neutral' },
});

/** What somebody called it, or its type. */
export function alertName({ description, alertTemplateId }: Alert, t: Say): string {
  return description || t(`kind.${alertTemplateId}` as 'kind.USAGE_THRESHOLD');
}

/** `100`, or `7 days before`. */
export function limitText({ parameters }: Alert, t: Say): string {
  const { threshold, daysBefore, daysAfter } = parameters;
  if (threshold !== undefined) return formatQuantity(threshold);
  if (daysBefore !== undefined) return t.count('daysBeforeDue', daysBefore);
  return daysAfter === undefined ? '' : t.count('daysAfterDue', daysAfter);
}

/** What the last check of an incident measured. */
export function measured({ reportData }: Incident): string {
  const { usageValue, revenueValue, eventCount, balance, outstanding } = reportData;
  const value = usageValue ?? revenueValue ?? eventCount ?? balance ?? outstanding;
  return value === undefined ? '' : formatQuantity(value);
}

/** `model = gpt-6 (llm-call)`. */
export function valueName({
  schemaName,
  dimension,
  value,
}: NonNullable<Incident['reportData']['dimensionValue']>) {
  return `${dimension} = ${value} (${schemaName})`;
}

/** Where the events are that an alert counts; null if it counts none. */
export function eventsPath(alert: Alert): string | null {
  const { alertTemplateId, ownerDetails, entityDetails } = alert;
  const search = new URLSearchParams();
  if (alertTemplateId === 'UNMATCHED_EVENTS' || alertTemplateId === 'NEW_DIMENSION_VALUES')
    search.set('status', 'UNMATCHED');
  else if (alertTemplateId === 'UNPROCESSED_EVENTS') search.set('status', 'UNPROCESSED');
  else if (alertTemplateId !== 'USAGE_THRESHOLD') return null;
  if (ownerDetails.accountId) search.set('account_id', ownerDetails.accountId);
  if (entityDetails.eventSchemaName) search.set('schema_name', entityDetails.eventSchemaName);
  const query = search.toString();
  return query ? `/events?${query}` : '/events';
}

export function validityText({ validity }: Alert, t: Say): string {
  if (validity === null) return t('forever');
  const days = Math.floor(validity / 1440);
  return validity % 1440 === 0 ? t.count('days', days) : t('minutes', { minutes: formatCount(validity) });
}

import { EVENT_STATUSES, type EventStatus, STATUS_GROUPS, statusesOf } from '#areas/usage/index.ts';
import type { Org } from '#platform/http/operation.ts';
import type { PortalView } from '#platform/http/portal-view.ts';
import {
  configInvalid,
  filterNotAllowed,
  filterRepeated,
  filterValueInvalid,
  foreignOrganization,
  groupNotAllowed,
} from './problems.ts';
import type { FilterName, Group, MetricQuery, Period } from './schema.ts';

/** A query that passed the matrix of `metering-pricing.md` section 10. */
export interface CheckedQuery {
  id: string;
  name: MetricQuery['name'];
  period: Period;
  groupBy: Group | null;
  currency: 'BASE' | 'INVOICE';
  accountIds: string[] | undefined;
  customerIds: string[] | undefined;
  schemaNames: string[] | undefined;
  /** Usage meters, add-ons: the billables of rate cards. Both filters of this kind must match. */
  billableIds: string[] | undefined;
  /** Set by USAGE_METER_ID: only usage counts. */
  isUsageOnly: boolean;
  statuses: EventStatus[];
}

const OWNERS = ['ACCOUNT_ID', 'CUSTOMER_ID', 'ORGANIZATION_ID'] as const;
const EVENT_FILTERS: readonly FilterName[] = [...OWNERS, 'SCHEMA_NAME', 'EVENT_STATUS'];
const METER_FILTERS: readonly FilterName[] = [...OWNERS, 'BILLABLE_ID', 'USAGE_METER_ID'];
const EVENT_GROUPS: readonly Group[] = ['ACCOUNT_ID', 'EVENT_STATUS', 'SCHEMA_NAME', 'RAW_EVENT_STATUS'];
const METER_GROUPS: readonly Group[] = ['ACCOUNT_ID', 'CUSTOMER_ID', 'BILLABLE_ID', 'USAGE_METER_ID'];

/** Throws a problem that explains the unsupported combination. */
export function checkQuery(query: MetricQuery, org: Org): CheckedQuery {
  const { id, name } = query;
  const isEvents = name === 'EVENTS';
  checkGroup(query, isEvents ? EVENT_GROUPS : METER_GROUPS);
  const filters = readFilters(query, isEvents ? EVENT_FILTERS : METER_FILTERS);
  if (filters.get('ORGANIZATION_ID')?.some((value) => value !== org.id)) throw foreignOrganization();
  const meters = filters.get('USAGE_METER_ID');
  const billables = filters.get('BILLABLE_ID');
  return {
    id,
    name,
    period: query.aggregationPeriod ?? 'DAY',
    groupBy: query.groupBy ?? null,
    currency: readCurrency(query),
    accountIds: filters.get('ACCOUNT_ID'),
    customerIds: filters.get('CUSTOMER_ID'),
    schemaNames: readSchemaNames(id, filters.get('SCHEMA_NAME')),
    billableIds:
      meters && billables ? meters.filter((meter) => billables.includes(meter)) : (meters ?? billables),
    isUsageOnly: meters !== undefined || query.groupBy === 'USAGE_METER_ID',
    statuses: readStatuses(id, filters.get('EVENT_STATUS') ?? ['PROCESSED', 'UNPROCESSED']),
  };
}

/** Restricts the query to the accounts of a portal; other accounts that it names return no data. */
export function forPortal(query: CheckedQuery, portal: PortalView | null): CheckedQuery {
  if (!portal) return query;
  const { accountIds = [...portal.accountIds] } = query;
  return { ...query, accountIds: accountIds.filter((id) => portal.accountIds.has(id)) };
}

function checkGroup({ id, name, groupBy }: MetricQuery, allowed: readonly Group[]): void {
  if (groupBy === undefined || allowed.includes(groupBy)) return;
  throw groupNotAllowed({ id, group: groupBy, metric: name, allowed: allowed.join(', ') });
}

function readFilters(
  { id, name, filters = [] }: MetricQuery,
  allowed: readonly FilterName[],
): Map<FilterName, string[]> {
  const read = new Map<FilterName, string[]>();
  for (const { fieldName, fieldValues } of filters) {
    if (!allowed.includes(fieldName))
      throw filterNotAllowed({ id, filter: fieldName, metric: name, allowed: allowed.join(', ') });
    if (read.has(fieldName)) throw filterRepeated({ id, filter: fieldName });
    read.set(fieldName, [...new Set(fieldValues)]);
  }
  return read;
}

function readSchemaNames(id: string, names: string[] | undefined): string[] | undefined {
  if (names && names.length > 1)
    throw filterValueInvalid({ id, filter: 'SCHEMA_NAME', rule: 'must have exactly one value' });
  return names;
}

function readStatuses(id: string, values: string[]): EventStatus[] {
  const known: readonly string[] = [...STATUS_GROUPS, ...EVENT_STATUSES];
  const unknown = values.find((value) => !known.includes(value));
  if (unknown !== undefined)
    throw filterValueInvalid({
      id,
      filter: 'EVENT_STATUS',
      rule: `does not have the value ${unknown.slice(0, 60)}`,
    });
  return [...new Set(values.flatMap((value) => statusesOf(value as EventStatus)))];
}

function readCurrency({ id, name, configs = {} }: MetricQuery): 'BASE' | 'INVOICE' {
  const { CURRENCY: currency = 'BASE', ...others } = configs;
  const isKnown = currency === 'BASE' || currency === 'INVOICE';
  const isMoney = name === 'REVENUE' || name === 'REVENUE_FOR_CYCLE';
  if (!isKnown || Object.keys(others).length > 0 || (configs.CURRENCY !== undefined && !isMoney))
    throw configInvalid({ id });
  return currency;
}

/** Whether the points are cycles; otherwise they are the buckets of a period. */
export function isForCycle({ name }: CheckedQuery): boolean {
  return name === 'USAGE_FOR_CYCLE' || name === 'REVENUE_FOR_CYCLE';
}

import { sql } from 'kysely';
import { rateCardList } from '#areas/price-plans/index.ts';
import type { PricingCycleConfig } from '#core/period-config.ts';
import { startOfDay } from '#core/period-zone.ts';
import type { Tx } from '#platform/db/database.ts';
import { isOneOf } from '#platform/db/few-values.ts';
import { json } from '#platform/db/json.ts';
import { findPage } from '#platform/db/page.ts';
import type { ListSpec, PageRequest } from '#platform/http/list.ts';
import type { Org } from '#platform/http/operation.ts';
import type { SchedulesTable } from '../tables.ts';
import type { TimelineEntry } from '../timeline.ts';

const COLUMNS = [
  'schedules.id',
  'schedules.accountId',
  'schedules.planId',
  'schedules.planVersion',
  'schedules.startDate',
  'schedules.endDate',
  'schedules.startAt',
  'schedules.endAt',
  'schedules.timeZone',
  'schedules.cycleConfig',
  'schedules.resolvedCycle',
  'schedules.chainStartDate',
  'schedules.isOverridden',
  'schedules.overrideReferenceId',
  'schedules.createdAt',
] as const;

export type Mode = SchedulesTable['mode'];
export type ScheduleRow = Omit<SchedulesTable, 'orgId' | 'mode' | 'updatedAt'>;

/**
 * A schedule with facts of its plan version; plans belong to a lower area, and active versions never change.
 */
export interface PlannedSchedule extends ScheduleRow {
  planName: string;
  planDescription: string | null;
  planReferenceId: string;
  planCycleConfig: PricingCycleConfig | null;
  supportedCurrencies: string[];
  /** The currencies in which accounts can be billed; null: all supported ones. */
  activeCurrencies: string[] | null;
  deferredRevenue: boolean;
  allowOngoingCycleUpdates: boolean;
}

export const MODES = ['ACTIVE', 'DRAFT'] as const;
export const scheduleList: ListSpec = {
  maxPageSize: 100,
  defaultPageSize: 20,
  filters: { mode: { column: 'schedules.mode', kind: 'enum', values: MODES, isRequired: true } },
  searchable: {},
  sortable: {
    start_date: { column: 'schedules.start_date', kind: 'instant' },
    id: { column: 'schedules.id', kind: 'text' },
  },
  defaultSort: [['start_date', 'ASC']],
  tieBreaker: 'id',
};

/** A filter, so that page tokens carry it; cards themselves have no mode. */
export const scheduleCardList: ListSpec = {
  ...rateCardList,
  filters: { mode: { column: 'mode', kind: 'enum', values: MODES, isRequired: true } },
};

export async function findSchedule(tx: Tx, org: Org, id: string): Promise<ScheduleRow | null> {
  const row = await tx
    .selectFrom('schedules')
    .select(COLUMNS)
    .where('orgId', '=', org.orgId)
    .where('mode', '=', 'ACTIVE')
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

/** Live schedules in force at some instant of the range, by account and start. */
export function listSchedules(
  tx: Tx,
  org: Org,
  wanted: { accountIds: readonly string[]; from?: Temporal.Instant; until?: Temporal.Instant },
): Promise<ScheduleRow[]> {
  const { accountIds, from, until } = wanted;
  return tx
    .selectFrom('schedules')
    .select(COLUMNS)
    .where('orgId', '=', org.orgId)
    .where('mode', '=', 'ACTIVE')
    .where(isOneOf('account_id', accountIds))
    .$if(from !== undefined, (query) => query.where(sql<boolean>`(end_at is null or end_at > ${from})`))
    .$if(until !== undefined, (query) => query.where(sql<boolean>`start_at < ${until}`))
    .orderBy(sql`account_id collate "C"`)
    .orderBy('startDate')
    .execute();
}

/** The timeline of an account in day order. */
export function listTimeline(
  tx: Tx,
  org: Org,
  wanted: { accountId: string; mode: Mode },
): Promise<PlannedSchedule[]> {
  return selectPlanned(tx, org)
    .where('schedules.accountId', '=', wanted.accountId)
    .where('schedules.mode', '=', wanted.mode)
    .orderBy('schedules.startDate')
    .execute();
}

/** Current and future schedules of several accounts, in day order. */
export function listManyTimelines(
  tx: Tx,
  org: Org,
  accountIds: readonly string[],
): Promise<PlannedSchedule[]> {
  return selectPlanned(tx, org)
    .where(sql<boolean>`schedules.account_id = any(${accountIds})`)
    .where('schedules.mode', '=', 'ACTIVE')
    .orderBy('schedules.startDate')
    .execute();
}

export function listTimelinePage(tx: Tx, org: Org, requested: { accountId: string; page: PageRequest }) {
  return findPage(
    selectPlanned(tx, org).where('schedules.accountId', '=', requested.accountId),
    requested.page,
  );
}

export async function findPlannedSchedule(
  tx: Tx,
  org: Org,
  wanted: { id: string; mode: Mode },
): Promise<PlannedSchedule | null> {
  const row = await selectPlanned(tx, org)
    .where('schedules.id', '=', wanted.id)
    .where('schedules.mode', '=', wanted.mode)
    .executeTakeFirst();
  return row ?? null;
}

/** Replaces a timeline by `entries`. The exclusion constraint rejects two plans on one day. */
export async function replaceTimeline(
  tx: Tx,
  org: Org,
  timeline: { accountId: string; mode: Mode; entries: readonly TimelineEntry[]; now: Temporal.Instant },
): Promise<void> {
  const { accountId, mode, entries, now } = timeline;
  await deleteTimeline(tx, org, { accountId, mode });
  if (entries.length === 0) return;
  const rows = entries.map((entry) => {
    const row = toScheduleRow(entry, accountId);
    const config = { cycleConfig: json(row.cycleConfig), resolvedCycle: json(row.resolvedCycle) };
    return { ...row, ...config, orgId: org.orgId, mode, updatedAt: now };
  });
  await tx.insertInto('schedules').values(rows).execute();
}

/** The columns of an entry, without the additional members of a planned schedule. */
export function toScheduleRow(entry: TimelineEntry, accountId: string): ScheduleRow {
  const { id, planId, planVersion, startDate, endDate, timeZone, cycleConfig, resolvedCycle } = entry;
  const { chainStartDate, isOverridden, overrideReferenceId, createdAt } = entry;
  return {
    ...{ id, accountId, planId, planVersion, startDate, endDate, timeZone, cycleConfig, resolvedCycle },
    ...{ chainStartDate, isOverridden, overrideReferenceId, createdAt },
    startAt: startOfDay(startDate, timeZone),
    endAt: endDate && startOfDay(endDate, timeZone),
  };
}

export async function deleteTimeline(
  tx: Tx,
  org: Org,
  timeline: { accountId: string; mode: Mode },
): Promise<void> {
  await tx
    .deleteFrom('schedules')
    .where('orgId', '=', org.orgId)
    .where('accountId', '=', timeline.accountId)
    .where('mode', '=', timeline.mode)
    .execute();
}

/** Schedules of all modes as `PlannedSchedule`; higher areas add conditions and columns. */
export function selectPlanned(tx: Tx, org: Org) {
  return tx
    .selectFrom('schedules')
    .innerJoin('pricePlans', (join) =>
      join.onRef('pricePlans.orgId', '=', 'schedules.orgId').onRef('pricePlans.id', '=', 'schedules.planId'),
    )
    .innerJoin('pricePlanVersions', (join) =>
      join
        .onRef('pricePlanVersions.orgId', '=', 'schedules.orgId')
        .onRef('pricePlanVersions.planId', '=', 'schedules.planId')
        .onRef('pricePlanVersions.version', '=', 'schedules.planVersion'),
    )
    .select(COLUMNS)
    .select([
      'pricePlans.name as planName',
      'pricePlanVersions.description as planDescription',
      'pricePlanVersions.referenceId as planReferenceId',
      'pricePlanVersions.pricingCycleConfig as planCycleConfig',
      'pricePlanVersions.supportedCurrencies',
      'pricePlanVersions.activeCurrencies',
      'pricePlanVersions.deferredRevenue',
      'pricePlanVersions.allowOngoingCycleUpdates',
    ])
    .where('schedules.orgId', '=', org.orgId);
}

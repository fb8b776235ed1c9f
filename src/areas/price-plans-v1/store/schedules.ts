import { sql } from 'kysely';
import { type PlannedSchedule, selectPlanned } from '#areas/schedules/index.ts';
import type { Tx } from '#platform/db/database.ts';
import { findPage } from '#platform/db/page.ts';
import type { ListSpec, PageRequest } from '#platform/http/list.ts';
import type { Org } from '#platform/http/operation.ts';

/** A live schedule with facts of its plan version. */
export interface ShownSchedule extends PlannedSchedule {
  type: 'BILLING' | 'PURCHASE';
}

const FLAG = { column: 'schedules.id', kind: 'enum', values: ['true', 'false'] } as const;

/** All are filters, so that page tokens carry them; none compares a column directly. */
export const scheduleList: ListSpec = {
  maxPageSize: 100,
  defaultPageSize: 20,
  filters: {
    start_date: { column: 'schedules.start_date', kind: 'day', bound: 'from' },
    end_date: { column: 'schedules.start_date', kind: 'day', bound: 'until' },
    include_price_plan_info: FLAG,
    compact: FLAG,
  },
  searchable: {},
  sortable: {
    start_date: { column: 'schedules.start_date', kind: 'instant' },
    id: { column: 'schedules.id', kind: 'text' },
  },
  defaultSort: [['start_date', 'ASC']],
  tieBreaker: 'id',
};

/** The live schedules of an account that have days in `[start_date, end_date)`. */
export function listScheduled(
  tx: Tx,
  org: Org,
  { accountId, page }: { accountId: string; page: PageRequest },
) {
  const { start_date: starts = [], end_date: ends = [] } = page.filters;
  let query = schedules(tx, org).where('schedules.accountId', '=', accountId);
  for (const start of starts.map(readBorder))
    query = query.where(
      start.isDay
        ? sql<boolean>`(schedules.end_date is null or schedules.end_date > ${start.text})`
        : sql<boolean>`(schedules.end_at is null or schedules.end_at > ${start.text})`,
    );
  for (const end of ends.map(readBorder))
    query = query.where(
      end.isDay
        ? sql<boolean>`schedules.start_date < ${end.text}`
        : sql<boolean>`schedules.start_at < ${end.text}`,
    );
  return findPage(query, { ...page, filters: {} });
}

/** Whether a flag was set. */
export function isRequested({ filters }: PageRequest, flag: 'include_price_plan_info' | 'compact'): boolean {
  return filters[flag]?.includes('in:["true"]') ?? false;
}

/** A local day or an instant; the filter itself shows which one to compare. */
function readBorder(condition: string): { text: string; isDay: boolean } {
  const text = condition.slice(condition.indexOf(':') + 1);
  return { text, isDay: !text.includes('T') };
}

function schedules(tx: Tx, org: Org) {
  return selectPlanned(tx, org).select('pricePlans.type').where('schedules.mode', '=', 'ACTIVE');
}

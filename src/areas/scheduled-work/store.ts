import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { findPage } from '#platform/db/page.ts';
import type { ListSpec, PageRequest } from '#platform/http/list.ts';
import type { Org } from '#platform/http/operation.ts';
import './tables.ts';

export const failingWorkList: ListSpec = {
  maxPageSize: 50,
  defaultPageSize: 50,
  filters: {
    state: { column: 'state', kind: 'enum', values: ['RETRYING', 'ON_HOLD'] },
    kind: { column: 'kind', kind: 'text' },
  },
  searchable: {},
  sortable: {
    failing_since: { column: 'failing_since', kind: 'instant' },
    id: { column: 'id', kind: 'number' },
  },
  defaultSort: [
    ['failing_since', 'DESC'],
    ['id', 'ASC'],
  ],
  tieBreaker: 'id',
};

/** Work whose last attempt failed and that has not completed. */
export function listFailingWork(tx: Tx, org: Org, page: PageRequest) {
  return findPage(
    { tx, parameters: [org.orgId], build: () => work(tx, org).where(sql<boolean>`attempts > 0`) },
    page,
  );
}

export async function findWork(tx: Tx, org: Org, id: number) {
  return (await work(tx, org).where('id', '=', id).executeTakeFirst()) ?? null;
}

export type WorkRow = NonNullable<Awaited<ReturnType<typeof findWork>>>;

function work(tx: Tx, org: Org) {
  return tx
    .selectFrom('scheduledWork')
    .select(['id', 'kind', 'key', 'payload', 'dueAt', 'attempts', 'reason', 'state'])
    .select(['failingSince', 'retryAt'])
    .where('orgId', '=', org.orgId);
}

/** Of work that is not on hold; the first due first. */
export interface DueWork {
  kind: string;
  count: number;
  firstDueAt: Temporal.Instant;
}

export async function countDueWork(tx: Tx, org: Org, until: Temporal.Instant): Promise<DueWork[]> {
  const { rows } = await sql<DueWork>`
    select kind, count(*)::int4 as count, min(due_at) as first_due_at from scheduled_work
    where org_id = ${org.orgId} and on_hold_at is null and due_at <= ${until}
    group by kind order by min(due_at), kind`.execute(tx);
  return rows;
}

/** What comes next, whenever that is. */
export async function findNext(
  tx: Tx,
  org: Org,
  now: Temporal.Instant,
): Promise<{ nextDueAt: Temporal.Instant | null; nextCycleEnd: Temporal.Instant | null }> {
  const { rows } = await sql<{
    nextDueAt: Temporal.Instant | null;
    nextCycleEnd: Temporal.Instant | null;
  }>`
    select (select min(due_at) from scheduled_work where org_id = ${org.orgId} and on_hold_at is null)
        as next_due_at,
      (select min(end_at) from invoices
        where org_id = ${org.orgId} and status = 'DRAFT' and invoice_type = 'STANDARD' and end_at > ${now})
        as next_cycle_end`.execute(tx);
  return rows[0] ?? { nextDueAt: null, nextCycleEnd: null };
}

/** The accounts of invoices; invoices of groups are absent. */
export async function listAccountIds(
  tx: Tx,
  org: Org,
  invoiceIds: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; accountId: string }>`
    select id, account_id from invoices
    where org_id = ${org.orgId} and id = any(${[...invoiceIds]}) and account_id is not null`.execute(tx);
  return new Map(rows.map(({ id, accountId }) => [id, accountId]));
}

import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { json } from '#platform/db/json.ts';
import { findPage } from '#platform/db/page.ts';
import type { ListSpec, PageRequest } from '#platform/http/list.ts';
import { NEWEST_FIRST } from '#platform/http/list-orders.ts';
import type { Org } from '#platform/http/operation.ts';
import type { ReportsTable } from '../tables.ts';

const FETCH_FOR = {
  column: 'whose',
  kind: 'text',
  form: {
    pattern: /^(ALL|ORGANIZATION|ACCOUNTS|ACCOUNT:.+|TEMPLATE:.+)$/,
    words: 'ALL, ORGANIZATION, ACCOUNTS, ACCOUNT:<id> or TEMPLATE:<id>',
  },
} as const;

export const reportList: ListSpec = {
  maxPageSize: 100,
  defaultPageSize: 20,
  filters: {
    fetch_for: FETCH_FOR,
    fetchFor: FETCH_FOR,
    account_id: { column: 'account_id', kind: 'text', isExtension: true },
  },
  searchable: {},
  ...NEWEST_FIRST,
};

export type ReportRow = Selectable<ReportsTable>;
export type NewReport = Pick<
  ReportRow,
  | 'id'
  | 'name'
  | 'accountId'
  | 'type'
  | 'reportTemplateId'
  | 'queryInput'
  | 'startAt'
  | 'endAt'
  | 'createdAt'
  | 'updatedAt'
>;

export function insertReport(tx: Tx, org: Org, row: NewReport): Promise<ReportRow> {
  return tx
    .insertInto('reports')
    .values({ ...row, orgId: org.orgId, status: 'QUEUED', queryInput: json(row.queryInput) })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Serializes the requests that want to add a report, until the transaction ends. */
export async function countRunning(tx: Tx, org: Org): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext('reports under way'), ${org.orgId})`.execute(tx);
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from reports
    where org_id = ${org.orgId} and status in ('QUEUED', 'RUNNING', 'UPLOAD_PENDING')`.execute(tx);
  return rows[0]?.count ?? 0;
}

export async function findReport(tx: Tx, org: Org, id: string): Promise<ReportRow | null> {
  return (await reports(tx, org).where('id', '=', id).executeTakeFirst()) ?? null;
}

/** Reads and locks one report, which serializes running and deleting it. */
export async function lockReport(tx: Tx, org: Org, id: string): Promise<ReportRow | null> {
  return (await reports(tx, org).where('id', '=', id).forUpdate().executeTakeFirst()) ?? null;
}

/**
 * All reports, filtered by `fetch_for` and `fetchFor` if present; both must match, each with any of its
 * values.
 */
export function listReports(tx: Tx, org: Org, page: PageRequest) {
  const { account_id: accounts, ...whose } = page.filters;
  const requested = Object.values(whose).flat();
  const plain = { ...page, filters: accounts ? { account_id: accounts } : {} };
  if (requested.length === 0)
    return findPage({ tx, parameters: [org.orgId], build: () => reports(tx, org) }, plain);
  let rows = reports(tx, org);
  for (const condition of requested) {
    // Stored filters have the form `in:["ALL"]`.
    const values = JSON.parse(condition.slice('in:'.length)) as string[];
    rows = rows.where((eb) => eb.or(values.map((value) => isWanted(value))));
  }
  return findPage(rows, plain);
}

function isWanted(value: string): RawBuilder<boolean> {
  const [, form = value, id = ''] = /^(ACCOUNT|TEMPLATE):(.*)$/.exec(value) ?? [];
  switch (form) {
    case 'ALL':
      return sql<boolean>`true`;
    case 'ACCOUNT':
      return sql<boolean>`account_id = ${id}`;
    case 'TEMPLATE':
      return sql<boolean>`report_template_id = ${id}`;
    default:
      return sql<boolean>`whose = ${form}`;
  }
}

export type ReportChange = Partial<
  Pick<
    ReportRow,
    | 'status'
    | 'attempts'
    | 'startedAt'
    | 'rowCount'
    | 'fileId'
    | 'fileUntil'
    | 'failure'
    | 'failureCause'
    | 'updatedAt'
  >
>;

export async function updateReport(
  tx: Tx,
  org: Org,
  { id, set }: { id: string; set: ReportChange },
): Promise<void> {
  await tx
    .updateTable('reports')
    .set(set)
    .set((eb) => ({ rowVersion: eb('rowVersion', '+', 1) }))
    .where('orgId', '=', org.orgId)
    .where('id', '=', id)
    .execute();
}

export async function deleteReport(tx: Tx, org: Org, id: string): Promise<void> {
  await tx.deleteFrom('reports').where('orgId', '=', org.orgId).where('id', '=', id).execute();
}

/** The result of `work`, or its error with its changes rolled back. */
export async function attempt<T>(tx: Tx, work: () => Promise<T>): Promise<{ done: T } | { error: unknown }> {
  await sql`savepoint report`.execute(tx);
  try {
    const done = await work();
    await sql`release savepoint report`.execute(tx);
    return { done };
  } catch (error) {
    await sql`rollback to savepoint report`.execute(tx);
    return { error };
  }
}

function reports(tx: Tx, org: Org) {
  return tx.selectFrom('reports').selectAll().where('orgId', '=', org.orgId);
}

import { type Selectable, sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { json } from '#platform/db/json.ts';
import { findPage } from '#platform/db/page.ts';
import type { ListSpec, PageRequest } from '#platform/http/list.ts';
import { NEWEST_FIRST } from '#platform/http/list-orders.ts';
import type { Org } from '#platform/http/operation.ts';
import type { Cohort } from '../simulation-definition.ts';
import type { SimulationsTable } from '../tables.ts';

export type SimulationRow = Selectable<SimulationsTable>;
type NewSimulation = Pick<
  SimulationRow,
  'id' | 'name' | 'definition' | 'accountsTotal' | 'createdAt' | 'updatedAt'
>;

export const simulationList: ListSpec = {
  maxPageSize: 100,
  defaultPageSize: 20,
  filters: {},
  searchable: { name: 'name' },
  ...NEWEST_FIRST,
};

export function insertSimulation(tx: Tx, org: Org, row: NewSimulation): Promise<SimulationRow> {
  return tx
    .insertInto('simulations')
    .values({ ...row, orgId: org.orgId, status: 'RUNNING', definition: json(row.definition) })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** How many there are, and how many run; serializes those who want to add one, until the transaction ends. */
export async function countSimulations(tx: Tx, org: Org): Promise<{ all: number; running: number }> {
  await sql`select pg_advisory_xact_lock(hashtext('simulations'), ${org.orgId})`.execute(tx);
  const { rows } = await sql<{ all: number; running: number }>`
    select count(*) as all, count(*) filter (where status = 'RUNNING') as running from simulations
    where org_id = ${org.orgId}`.execute(tx);
  return rows[0] ?? { all: 0, running: 0 };
}

export async function findSimulation(tx: Tx, org: Org, id: string): Promise<SimulationRow | null> {
  return (await simulations(tx, org).where('id', '=', id).executeTakeFirst()) ?? null;
}

/** Serializes running and deleting a simulation. */
export async function lockSimulation(tx: Tx, org: Org, id: string): Promise<SimulationRow | null> {
  return (await simulations(tx, org).where('id', '=', id).forUpdate().executeTakeFirst()) ?? null;
}

export function listSimulations(tx: Tx, org: Org, page: PageRequest) {
  return findPage(simulations(tx, org), page);
}

export async function updateSimulation(
  tx: Tx,
  org: Org,
  {
    id,
    set,
  }: { id: string; set: Partial<Pick<SimulationRow, 'status' | 'accountsDone' | 'failure' | 'updatedAt'>> },
): Promise<void> {
  await tx.updateTable('simulations').set(set).where('orgId', '=', org.orgId).where('id', '=', id).execute();
}

export async function deleteSimulation(tx: Tx, org: Org, id: string): Promise<void> {
  await tx.deleteFrom('simulations').where('orgId', '=', org.orgId).where('id', '=', id).execute();
}

function simulations(tx: Tx, org: Org) {
  return tx.selectFrom('simulations').selectAll().where('orgId', '=', org.orgId);
}

interface ListedCohort {
  cohort: Cohort;
  now: Temporal.Instant;
}

/** Accounts of a cohort after one of them, by id. */
export async function listCohort(
  tx: Tx,
  org: Org,
  { cohort, now, after, limit }: ListedCohort & { after: string; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ accountId: string }>`
    select account_id from schedules
    where ${isInCohort(org, { cohort, now })} and account_id collate "C" > ${after}
    group by account_id order by account_id collate "C" limit ${limit}`.execute(tx);
  return rows.map(({ accountId }) => accountId);
}

export async function countCohort(tx: Tx, org: Org, listed: ListedCohort): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct account_id) as count from schedules where ${isInCohort(org, listed)}`.execute(tx);
  return rows[0]?.count ?? 0;
}

function isInCohort({ orgId }: Org, { cohort, now }: ListedCohort) {
  const { pricePlanId, version, tag, accountIds } = cohort;
  return sql`schedules.org_id = ${orgId} and mode = 'ACTIVE' and start_at <= ${now}
    and (end_at is null or end_at > ${now})
    and (${pricePlanId ?? null}::text is null or plan_id = ${pricePlanId ?? null})
    and (${version ?? null}::integer is null or plan_version = ${version ?? null})
    and (${accountIds ?? null}::text[] is null or account_id = any(${accountIds ?? null}))
    and (${tag ?? null}::text is null or exists (
      select from accounts a
      where a.org_id = ${orgId} and a.id = schedules.account_id and ${tag ?? null} = any(a.tags)))`;
}

/** How many accounts have each version of a plan at an instant, newest version first. */
export async function countVersionAccounts(
  tx: Tx,
  org: Org,
  { planId, now }: { planId: string; now: Temporal.Instant },
): Promise<{ version: number; accounts: number; overridden: number }[]> {
  const { rows } = await sql<{ version: number; accounts: number; overridden: number }>`
    select plan_version as version, count(distinct account_id) as accounts,
      count(distinct account_id) filter (where is_overridden) as overridden
    from schedules
    where org_id = ${org.orgId} and mode = 'ACTIVE' and plan_id = ${planId} and start_at <= ${now}
      and (end_at is null or end_at > ${now})
    group by plan_version order by plan_version desc`.execute(tx);
  return rows;
}

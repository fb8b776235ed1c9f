import { type Selectable, sql } from 'kysely';
import type { Decimal } from '#core/decimal.ts';
import type { Tx } from '#platform/db/database.ts';
import { json } from '#platform/db/json.ts';
import { findPage } from '#platform/db/page.ts';
import type { ListSpec, PageRequest } from '#platform/http/list.ts';
import type { Org } from '#platform/http/operation.ts';
import { SCENARIO_NAMES, type ScenarioName } from '../simulation-definition.ts';
import type { SimulationResultsTable } from '../tables.ts';

export type ResultRow = Selectable<SimulationResultsTable>;

export const resultList: ListSpec = {
  maxPageSize: 100,
  defaultPageSize: 20,
  filters: {
    scenario: { column: 'simulation_results.scenario', kind: 'enum', values: SCENARIO_NAMES },
    account_id: { column: 'simulation_results.account_id', kind: 'text' },
    currency: { column: 'simulation_results.currency', kind: 'text' },
  },
  searchable: { account_id: 'simulation_results.account_id', name: 'accounts.name' },
  sortable: {
    difference: { column: 'simulation_results.difference', kind: 'number' },
    scenario: { column: 'simulation_results.scenario', kind: 'text' },
    account_id: { column: 'simulation_results.account_id', kind: 'text' },
  },
  defaultSort: [
    ['scenario', 'ASC'],
    ['account_id', 'ASC'],
  ],
  tieBreaker: 'account_id',
};

export async function insertResults(
  tx: Tx,
  org: Org,
  rows: readonly Omit<ResultRow, 'orgId'>[],
): Promise<void> {
  if (rows.length === 0) return;
  await tx
    .insertInto('simulationResults')
    .values(rows.map((row) => ({ ...row, orgId: org.orgId, cycles: json(row.cycles) })))
    .execute();
}

export function listResults(tx: Tx, org: Org, { id, page }: { id: string; page: PageRequest }) {
  const rows = tx
    .selectFrom('simulationResults')
    .innerJoin('accounts', (join) =>
      join
        .onRef('accounts.orgId', '=', 'simulationResults.orgId')
        .onRef('accounts.id', '=', 'simulationResults.accountId'),
    )
    .select([
      ...([
        'simulationResults.scenario',
        'simulationResults.accountId',
        'accounts.name as accountName',
      ] as const),
      ...(['simulationResults.currency', 'simulationResults.base', 'simulationResults.candidate'] as const),
      ...(['simulationResults.difference', 'simulationResults.reason', 'simulationResults.cycles'] as const),
    ])
    .where('simulationResults.orgId', '=', org.orgId)
    .where('simulationResults.simulationId', '=', id);
  return findPage(rows, page);
}

/** The result of one account in one scenario. */
export async function findResult(
  tx: Tx,
  org: Org,
  { id, scenario, accountId }: { id: string; scenario: ScenarioName; accountId: string },
): Promise<ResultRow | null> {
  const row = await tx
    .selectFrom('simulationResults')
    .selectAll()
    .where('orgId', '=', org.orgId)
    .where('simulationId', '=', id)
    .where('scenario', '=', scenario)
    .where('accountId', '=', accountId)
    .executeTakeFirst();
  return row ?? null;
}

export interface ResultTotals {
  scenario: ScenarioName;
  currency: string;
  bucket: string;
  accounts: number;
  base: Decimal;
  candidate: Decimal;
}

/** Sums by scenario, currency and change in per cent; UNPRICED has no amounts. */
export async function sumResults(tx: Tx, org: Org, id: string): Promise<ResultTotals[]> {
  const { rows } = await sql<ResultTotals>`
    select scenario, currency, bucket, count(*) as accounts,
      coalesce(sum(base), 0) as base, coalesce(sum(candidate), 0) as candidate
    from simulation_results,
      lateral (select case
        when base is null then 'UNPRICED'
        when difference = 0 then 'SAME'
        when base = 0 then 'NEW'
        when difference <= abs(base) * -0.5 then 'DOWN_50'
        when difference <= abs(base) * -0.2 then 'DOWN_20'
        when difference <= abs(base) * -0.05 then 'DOWN_5'
        when difference < 0 then 'DOWN'
        when difference < abs(base) * 0.05 then 'UP'
        when difference < abs(base) * 0.2 then 'UP_5'
        when difference < abs(base) * 0.5 then 'UP_20'
        else 'UP_50' end as bucket) changes
    where org_id = ${org.orgId} and simulation_id = ${id}
    group by scenario, currency, bucket order by scenario, currency, bucket`.execute(tx);
  return rows;
}

import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';

/**
 * Until the transaction ends, no other one can add a row of the organization; waits for those that already
 * have.
 */
export async function lockOrganization(tx: Tx, org: Org): Promise<void> {
  await sql`select from organizations where org_id = ${org.orgId} for update`.execute(tx);
}

/** Rows of one table per statement: some seconds of work. */
const MAX_ROWS = 50_000;

/**
 * Deletes rows of the sandbox, some of each table; returns their number, and the tables with remaining rows.
 */
export async function wipeRows(tx: Tx): Promise<{ removed: number; remaining: string[] }> {
  const { rows } = await sql<{ removed: number; remaining: string[] }>`
    select removed, remaining from wipe_sandbox(${MAX_ROWS})`.execute(tx);
  return rows[0] ?? { removed: 0, remaining: [] };
}

/** An empty sandbox follows real time again. */
export async function noteWipe(tx: Tx, org: Org): Promise<Temporal.Instant> {
  const { rows } = await sql<{ now: Temporal.Instant }>`
    update organizations set clock_at = null, wiped_at = clock_timestamp(), updated_at = clock_timestamp(),
      row_version = row_version + 1
    where org_id = ${org.orgId} and environment = 'sandbox' returning wiped_at as now`.execute(tx);
  if (!rows[0]) throw new Error('only a sandbox can be wiped');
  // Invalidates the ingestion caches of all processes.
  await sql`insert into catalog_changes (org_id, kind, key) values (${org.orgId}, 'WIPE', '')`.execute(tx);
  return rows[0].now;
}

export async function listWipedFiles(tx: Tx, org: Org, limit: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('wipedFiles')
    .select('storageKey')
    .where('orgId', '=', org.orgId)
    .orderBy('storageKey')
    .limit(limit)
    .execute();
  return rows.map(({ storageKey }) => storageKey);
}

export async function deleteWipedFile(tx: Tx, org: Org, storageKey: string): Promise<void> {
  await tx
    .deleteFrom('wipedFiles')
    .where('orgId', '=', org.orgId)
    .where('storageKey', '=', storageKey)
    .execute();
}

import { type Selectable, sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { json } from '#platform/db/json.ts';
import type { Org } from '#platform/http/operation.ts';
import type { HookKind } from '../schema.ts';
import type { FinalizationHooksTable } from '../tables.ts';

const NEXT_VERSION = sql<number>`finalization_hooks.row_version + 1`;

export type HookRow = Selectable<FinalizationHooksTable>;

export function listHooks(tx: Tx, org: Org): Promise<HookRow[]> {
  return hooks(tx, org).execute();
}

export async function findHook(tx: Tx, org: Org, kind: HookKind): Promise<HookRow | null> {
  return (await hooks(tx, org).where('kind', '=', kind).executeTakeFirst()) ?? null;
}

/** Reads and locks, which serializes changes of a hook. */
export async function lockHook(tx: Tx, org: Org, kind: HookKind): Promise<HookRow | null> {
  return (await hooks(tx, org).where('kind', '=', kind).forUpdate().executeTakeFirst()) ?? null;
}

/**
 * Returns the kinds with a hook, locked in share mode until the transaction ends: a deletion waits for
 * transactions that are about to call the hook, and then drops their calls.
 */
export async function shareHookKinds(tx: Tx, org: Org): Promise<ReadonlySet<HookKind>> {
  const { rows } = await sql<{ kind: HookKind }>`
    select kind from finalization_hooks where org_id = ${org.orgId} for key share`.execute(tx);
  return new Set(rows.map(({ kind }) => kind));
}

/** Inserts or updates a hook; concurrent calls still leave one of each kind. */
export function saveHook(tx: Tx, row: Omit<HookRow, 'rowVersion'>): Promise<HookRow> {
  const { url, updatedAt } = row;
  const secrets = json(row.secrets);
  return tx
    .insertInto('finalizationHooks')
    .values({ ...row, secrets })
    .onConflict((conflict) =>
      conflict
        .columns(['orgId', 'kind'])
        .doUpdateSet({ ...{ url, secrets, updatedAt }, rowVersion: NEXT_VERSION }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function deleteHook(tx: Tx, org: Org, kind: HookKind): Promise<void> {
  await tx.deleteFrom('finalizationHooks').where('orgId', '=', org.orgId).where('kind', '=', kind).execute();
}

function hooks(tx: Tx, org: Org) {
  return tx.selectFrom('finalizationHooks').selectAll().where('orgId', '=', org.orgId);
}

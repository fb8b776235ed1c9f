import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { Values } from '#platform/db/kept-statement.ts';
import type { Org } from '#platform/http/operation.ts';

/** What changed: one account or customer, a setting, anything of the catalog; or all of it was wiped. */
export interface CatalogChange {
  kind: 'ACCOUNT' | 'ALIAS' | 'CUSTOMER' | 'SETTING' | 'CATALOG' | 'WIPE';
  key: string;
}

/** How long changes are kept at least; a process that compares later than that forgets all it knows. */
export const CHANGES_KEPT_SECONDS = 3_600;

export interface Changes {
  changes: CatalogChange[];
  /** What they are complete in. */
  snapshot: string;
  /** The database's clock. */
  atSeconds: number;
}

/**
 * The changes that became visible since a snapshot, as columns of a select (`Changes`). Transactions commit
 * in any order, and each of their changes is found by the first comparison after its commit. Without a
 * snapshot there is nothing to compare.
 *
 * The snapshot's border is asked for in a query of its own, so that the server does not see it when it
 * plans: with any plan as good as another it keeps one, by the index. A plan for each snapshot took 0.4 of
 * the 1.5 ms that a transaction of one event takes it.
 */
export function changesSince(org: Org, since: string | null): RawBuilder<Changes> {
  const changes =
    since === null
      ? sql`'[]'::json`
      : sql`coalesce((
    select json_agg(json_build_object('kind', kind, 'key', key)) ${fromChanges(org.orgId, since)}), '[]')`;
  return sql`${COMPARED}, ${changes} as changes`;
}

/** When a statement looked, and what it saw. */
export const COMPARED = sql`pg_current_snapshot()::text as snapshot,
    extract(epoch from clock_timestamp())::float8 as at_seconds`;

/** A condition: that nothing became visible since, and that all that might have is still kept. */
export function isUnchangedSince({
  orgId,
  snapshot,
  atSeconds,
}: Values<'orgId' | 'snapshot' | 'atSeconds'>): RawBuilder<boolean> {
  return sql`(select count(*) ${fromChanges(orgId, snapshot)}) = 0
    and extract(epoch from clock_timestamp()) - ${atSeconds}::float8 <= ${sql.lit(CHANGES_KEPT_SECONDS)}`;
}

function fromChanges(orgId: unknown, since: unknown): RawBuilder<unknown> {
  return sql`from catalog_changes
    where org_id = ${orgId} and change >= (select pg_snapshot_xmin(${since}::pg_snapshot))
      and not pg_visible_in_snapshot(change, ${since}::pg_snapshot)`;
}

/**
 * Deletes changes that every process has seen or will not ask for. Transactions last minutes, never an hour.
 */
export async function purgeCatalogChanges(tx: Tx, org: Org): Promise<void> {
  await sql`
    delete from catalog_changes where org_id = ${org.orgId}
      and changed_at < clock_timestamp() - make_interval(secs => ${2 * CHANGES_KEPT_SECONDS})`.execute(tx);
}

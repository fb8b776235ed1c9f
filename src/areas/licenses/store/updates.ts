import { sql } from 'kysely';
import type { Decimal } from '#core/decimal.ts';
import type { Tx } from '#platform/db/database.ts';
import { json } from '#platform/db/json.ts';
import { findPage } from '#platform/db/page.ts';
import type { ListSpec, PageRequest } from '#platform/http/list.ts';
import type { Org } from '#platform/http/operation.ts';
import type { LicenseUpdatesTable } from '../tables.ts';

export const licenseUpdateList: ListSpec = {
  maxPageSize: 50,
  defaultPageSize: 50,
  filters: {
    license_id: { column: 'license_id', kind: 'text' },
    licenseId: { column: 'license_id', kind: 'text' },
    account_id: { column: 'account_id', kind: 'text' },
    effectiveFrom: { column: 'effective_from', kind: 'instant' },
  },
  searchable: {},
  sortable: {
    created_at: { column: 'created_at', kind: 'instant' },
    effective_from: { column: 'effective_from', kind: 'instant' },
    ordinal: { column: 'ordinal', kind: 'number' },
  },
  // With a stopped clock many share an instant; the newest still comes first.
  defaultSort: [
    ['created_at', 'DESC'],
    ['ordinal', 'DESC'],
  ],
  tieBreaker: 'ordinal',
};

const SHOWN = [
  'ordinal',
  'accountId',
  'licenseId',
  'updateType',
  'quantity',
  'level',
  'effectiveFrom',
  'metadata',
  'createdAt',
] as const;

export type LicenseUpdateRow = Omit<
  LicenseUpdatesTable,
  'orgId' | 'ordinal' | 'idempotencyKey' | 'request' | 'answered'
> & { ordinal: number };

/** Licenses of one kind of one account. */
export interface LicenseKey {
  accountId: string;
  licenseId: string;
}

/** The last operation effective at or before an instant, on which a new one builds. */
export async function findUpdateBefore(
  tx: Tx,
  org: Org,
  key: LicenseKey & { at: Temporal.Instant },
): Promise<LicenseUpdateRow | null> {
  const row = await updatesOf(tx, org, key)
    .where('effectiveFrom', '<=', key.at)
    .orderBy('effectiveFrom', 'desc')
    .orderBy('createdAt', 'desc')
    .orderBy('ordinal', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** Later operations that this one shifts, in order, and the ABSOLUTE one that ends the shift. */
export async function listLaterUpdates(
  tx: Tx,
  org: Org,
  key: LicenseKey & { at: Temporal.Instant },
): Promise<LicenseUpdateRow[]> {
  const { rows } = await sql<LicenseUpdateRow>`
    with later as (
      select ordinal, account_id, license_id, update_type, quantity, level, effective_from,
        metadata, created_at,
        count(*) filter (where update_type = 'ABSOLUTE') over (
          order by effective_from, created_at, ordinal
          rows between unbounded preceding and 1 preceding) as passed
      from license_updates
      where org_id = ${org.orgId} and account_id = ${key.accountId} and license_id = ${key.licenseId}
        and effective_from > ${key.at})
    select ordinal, account_id, license_id, update_type, quantity, level, effective_from, metadata, created_at
    from later where passed = 0 order by effective_from, created_at, ordinal`.execute(tx);
  return rows;
}

/** Throws the database's unique violation if the idempotency key is taken. */
export function insertUpdate(tx: Tx, row: Omit<LicenseUpdatesTable, 'ordinal'>): Promise<LicenseUpdateRow> {
  return tx
    .insertInto('licenseUpdates')
    .values({ ...row, metadata: json(row.metadata), request: row.request && json(row.request) })
    .returning(SHOWN)
    .executeTakeFirstOrThrow();
}

export async function shiftLevels(
  tx: Tx,
  org: Org,
  { ordinals, shift }: { ordinals: readonly number[]; shift: Decimal },
): Promise<void> {
  if (ordinals.length === 0 || shift.isZero()) return;
  await sql`
    update license_updates set level = level + ${shift}
    where org_id = ${org.orgId} and ordinal = any(${[...ordinals]}::bigint[])`.execute(tx);
}

export type KeyedUpdate = LicenseUpdateRow & Pick<LicenseUpdatesTable, 'request' | 'answered'>;

export async function findUpdateByKey(tx: Tx, org: Org, idempotencyKey: string): Promise<KeyedUpdate | null> {
  const row = await tx
    .selectFrom('licenseUpdates')
    .select([...SHOWN, 'request', 'answered'])
    .where('orgId', '=', org.orgId)
    .where('idempotencyKey', '=', idempotencyKey)
    .executeTakeFirst();
  return row ?? null;
}

/** Updates the update at that instant, the last created if there are several; null if there is none. */
export async function updateMetadata(
  tx: Tx,
  org: Org,
  change: LicenseKey & { effectiveFrom: Temporal.Instant; metadata: Record<string, string> },
): Promise<LicenseUpdateRow | null> {
  const row = await tx
    .updateTable('licenseUpdates')
    .set({ metadata: json(change.metadata) })
    .where('orgId', '=', org.orgId)
    .where('ordinal', '=', (updates) =>
      updates
        .selectFrom('licenseUpdates')
        .select('ordinal')
        .where('orgId', '=', org.orgId)
        .where('accountId', '=', change.accountId)
        .where('licenseId', '=', change.licenseId)
        .where('effectiveFrom', '=', change.effectiveFrom)
        .orderBy('createdAt', 'desc')
        .orderBy('ordinal', 'desc')
        .limit(1),
    )
    .returning(SHOWN)
    .executeTakeFirst();
  return row ?? null;
}

export function listUpdates(tx: Tx, org: Org, page: PageRequest) {
  const build = () => tx.selectFrom('licenseUpdates').select(SHOWN).where('orgId', '=', org.orgId);
  return findPage({ tx, parameters: [org.orgId], build }, page);
}

function updatesOf(tx: Tx, org: Org, { accountId, licenseId }: LicenseKey) {
  return tx
    .selectFrom('licenseUpdates')
    .select(SHOWN)
    .where('orgId', '=', org.orgId)
    .where('accountId', '=', accountId)
    .where('licenseId', '=', licenseId);
}

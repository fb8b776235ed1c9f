import type { Tx } from '#platform/db/database.ts';
import { findPage } from '#platform/db/page.ts';
import type { ListSpec, PageRequest } from '#platform/http/list.ts';
import type { Org } from '#platform/http/operation.ts';
import { publishEntitlement } from '../publish-entitlement.ts';
import type { FeatureCreditEntriesTable } from '../tables.ts';
import type { WalletKey } from './wallets.ts';

export const creditEntryList: ListSpec = {
  maxPageSize: 50,
  defaultPageSize: 50,
  filters: {},
  searchable: {},
  sortable: {
    created_at: { column: 'created_at', kind: 'instant' },
    effective_until: { column: 'effective_until', kind: 'instant' },
    id: { column: 'id', kind: 'text' },
  },
  defaultSort: [['created_at', 'DESC']],
  tieBreaker: 'id',
};

const SHOWN = [
  'id',
  'source',
  'status',
  'effectiveFrom',
  'effectiveUntil',
  'granted',
  'used',
  'createdAt',
] as const;
export type CreditEntryRow = Pick<FeatureCreditEntriesTable, (typeof SHOWN)[number]>;

export function listCreditEntries(tx: Tx, org: Org, wanted: WalletKey & { page: PageRequest }) {
  return findPage(entries(tx, org, wanted), wanted.page);
}

/** The caller has locked the wallet, so the entry cannot be debited meanwhile. */
export async function findCreditEntry(
  tx: Tx,
  org: Org,
  wanted: WalletKey & { id: string },
): Promise<CreditEntryRow | null> {
  return (await entries(tx, org, wanted).where('id', '=', wanted.id).executeTakeFirst()) ?? null;
}

/** An end set here comes from an operator and no longer follows the schedule. */
export function updateCreditEntry(
  tx: Tx,
  org: Org,
  change: WalletKey & {
    id: string;
    now: Temporal.Instant;
    set: Partial<Pick<FeatureCreditEntriesTable, 'status' | 'granted' | 'effectiveUntil'>>;
  },
): Promise<CreditEntryRow> {
  const { set, now } = change;
  const type = set.status === 'VOIDED' ? 'entitlement.voided' : 'entitlement.updated';
  if (Object.keys(set).length > 0) publishEntitlement(tx, org, { type, wallet: change, now });
  return tx
    .updateTable('featureCreditEntries')
    .set({ ...set, ...(set.effectiveUntil && { cardUntil: null }), updatedAt: now })
    .set((eb) => ({ rowVersion: eb('rowVersion', '+', 1) }))
    .where('orgId', '=', org.orgId)
    .where('accountId', '=', change.accountId)
    .where('featureId', '=', change.featureId)
    .where('id', '=', change.id)
    .returning(SHOWN)
    .executeTakeFirstOrThrow();
}

function entries(tx: Tx, org: Org, { accountId, featureId }: WalletKey) {
  return tx
    .selectFrom('featureCreditEntries')
    .select(SHOWN)
    .where('orgId', '=', org.orgId)
    .where('accountId', '=', accountId)
    .where('featureId', '=', featureId);
}

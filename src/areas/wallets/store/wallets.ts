import { sql } from 'kysely';
import type { Decimal } from '#core/decimal.ts';
import type { Tx } from '#platform/db/database.ts';
import { findPage } from '#platform/db/page.ts';
import type { ListSpec, PageRequest } from '#platform/http/list.ts';
import type { Org } from '#platform/http/operation.ts';
import type { EntryStatus, WalletStatus } from '../schema.ts';
import type { Book, MovementKind, WalletEntriesTable, WalletsTable } from '../tables.ts';

/** A wallet with the data of its account. */
export interface WalletRow
  extends Omit<WalletsTable, 'balance' | 'holdAmount' | 'status' | 'rowVersion' | 'orgId'> {
  /** The free balance, excluding holds. */
  balance: Decimal;
  holdAmount: Decimal;
  status: WalletStatus;
  customerId: string;
  currency: string;
}

/** By the chosen id of the account or the platform id; null before the account is active. */
export async function findWallet(tx: Tx, org: Org, accountId: string): Promise<WalletRow | null> {
  return (await selectWallet(tx, org, accountId).executeTakeFirst()) ?? null;
}

/** The same, locked until the transaction ends, which serializes the entries of one wallet. */
export async function lockWallet(tx: Tx, org: Org, accountId: string): Promise<WalletRow | null> {
  return (await selectWallet(tx, org, accountId).forUpdate('w').executeTakeFirst()) ?? null;
}

/** Locks several in the order of their accounts; omits accounts without a wallet. */
export function lockWallets(tx: Tx, org: Org, accountIds: readonly string[]): Promise<WalletRow[]> {
  return selectWallets(tx, org)
    .where(sql<boolean>`w.account_id = any(${[...accountIds]})`)
    .orderBy(sql`w.account_id collate "C"`)
    .forUpdate('w')
    .execute();
}

function selectWallet(tx: Tx, org: Org, accountId: string) {
  return selectWallets(tx, org).where('w.accountId', '=', accountId);
}

function selectWallets(tx: Tx, org: Org) {
  return tx
    .selectFrom('wallets as w')
    .innerJoin('accounts as a', (join) =>
      join.onRef('a.orgId', '=', 'w.orgId').onRef('a.id', '=', 'w.accountId'),
    )
    .select(['w.id', 'w.accountId', 'w.balance', 'w.holdAmount', 'w.status', 'w.effectiveFrom'])
    .select(['w.createdAt', 'w.updatedAt', 'a.customerId', 'a.invoiceCurrency as currency'])
    .where('w.orgId', '=', org.orgId);
}

export async function changeWallet(
  tx: Tx,
  org: Org,
  change: {
    accountId: string;
    set: { status?: WalletStatus | undefined; effectiveFrom?: Temporal.Instant | undefined };
    now: Temporal.Instant;
  },
): Promise<void> {
  const { accountId, set, now } = change;
  await tx
    .updateTable('wallets')
    .set((eb) => ({ ...set, updatedAt: now, rowVersion: eb('rowVersion', '+', 1) }))
    .where('orgId', '=', org.orgId)
    .where('accountId', '=', accountId)
    .execute();
}

export interface Movement {
  accountId: string;
  kind: MovementKind;
  currency: string;
  /** Debits are positive, credits negative; the sum is 0. */
  postings: Readonly<Partial<Record<Book, Decimal>>>;
}

/** Returns its number. A movement that does not balance fails when the transaction commits. */
export async function insertMovement(
  tx: Tx,
  org: Org,
  { movement, now }: { movement: Movement; now: Temporal.Instant },
): Promise<number> {
  const { postings: all, ...row } = movement;
  const postings = Object.entries(all).filter(([, amount]) => !amount.isZero());
  const { id } = await tx
    .insertInto('ledgerMovements')
    .values({ ...row, orgId: org.orgId, postings: postings.length, createdAt: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  const lines = postings.map(([book, amount]) => ({
    ...{ orgId: org.orgId, movementId: id, book: book as Book, amount },
  }));
  await tx.insertInto('ledgerPostings').values(lines).execute();
  return id;
}

export interface EntryRow
  extends Omit<
    WalletEntriesTable,
    'orgId' | 'closingBalance' | 'ordinal' | 'movementId' | 'status' | 'requested'
  > {
  closingBalance: Decimal;
  status: EntryStatus;
}

export async function insertEntry(
  tx: Tx,
  org: Org,
  entry: Omit<EntryRow, 'closingBalance' | 'status'> & { movementId: number },
): Promise<void> {
  await tx
    .insertInto('walletEntries')
    .values({ ...entry, orgId: org.orgId })
    .execute();
}

export const walletEntryList: ListSpec = {
  maxPageSize: 50,
  defaultPageSize: 50,
  filters: {},
  searchable: {},
  // In the order of insertion: many have the same instant.
  sortable: { created_at: { column: 'ordinal', kind: 'number' } },
  defaultSort: [['created_at', 'DESC']],
  tieBreaker: 'created_at',
};

/** Newest first. */
export function listEntries(tx: Tx, org: Org, { accountId, page }: { accountId: string; page: PageRequest }) {
  const build = () =>
    tx
      .selectFrom('walletEntries')
      .select(['id', 'accountId', 'transactionType', 'amount', 'closingBalance', 'entityId', 'description'])
      .select(['createdAt', 'ordinal', 'status'])
      .where('orgId', '=', org.orgId)
      .where('accountId', '=', accountId);
  return findPage({ tx, parameters: [org.orgId, accountId], build }, page);
}

/** Returns the instant of the first debit. */
export async function findFirstDebit(tx: Tx, org: Org, accountId: string): Promise<Temporal.Instant | null> {
  const row = await tx
    .selectFrom('walletEntries')
    .select('createdAt')
    .where('orgId', '=', org.orgId)
    .where('accountId', '=', accountId)
    .where('transactionType', '=', 'DEBITED')
    .where('movementId', 'is not', null)
    .orderBy('ordinal')
    .limit(1)
    .executeTakeFirst();
  return row?.createdAt ?? null;
}

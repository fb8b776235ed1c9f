import { sql } from 'kysely';
import { type Decimal, ZERO } from '#core/decimal.ts';
import type { Tx } from '#platform/db/database.ts';
import { findPage } from '#platform/db/page.ts';
import type { ListSpec, PageRequest } from '#platform/http/list.ts';
import { NEWEST_FIRST } from '#platform/http/list-orders.ts';
import type { Org } from '#platform/http/operation.ts';
import { CREDIT_STATUSES, type CreditStatus } from '../schema.ts';
import type { CreditsTable } from '../tables.ts';

export const creditList: ListSpec = {
  maxPageSize: 50,
  defaultPageSize: 50,
  filters: {
    id: { column: 'id', kind: 'text' },
    account_id: { column: 'account_id', kind: 'text' },
    status: { column: 'status', kind: 'enum', values: CREDIT_STATUSES },
    created_at: { column: 'created_at', kind: 'day' },
  },
  combinations: [
    ['id'],
    ['account_id'],
    ['account_id', 'status'],
    ['account_id', 'status', 'created_at'],
    ['account_id', 'created_at'],
  ],
  searchable: { id: 'id' },
  ...NEWEST_FIRST,
};

const SHOWN = [
  'orgId',
  'id',
  'accountId',
  'customerId',
  'purpose',
  'applicableEntityIds',
  'effectiveFrom',
  'effectiveUntil',
  'creditAmount',
  'consumedAmount',
  'forfeitedAmount',
  'holdAmount',
  'isApplicable',
  'priority',
  'status',
  'creditUnit',
  'grantorId',
  'idempotencyKey',
  'createdAt',
  'updatedAt',
] as const;

export interface CreditRow
  extends Omit<
    CreditsTable,
    | 'consumedAmount'
    | 'forfeitedAmount'
    | 'holdAmount'
    | 'isApplicable'
    | 'isOwed'
    | 'replacedKey'
    | 'rowVersion'
  > {
  consumedAmount: Decimal;
  forfeitedAmount: Decimal;
  holdAmount: Decimal;
  isApplicable: boolean;
}

export type InsertedCredit = Omit<
  CreditRow,
  'consumedAmount' | 'forfeitedAmount' | 'holdAmount' | 'isApplicable'
> & { isOwed?: boolean };

/** Inserts in the given order. Throws the database's unique violation if an idempotency key is taken. */
export async function insertCredits(tx: Tx, rows: readonly InsertedCredit[]): Promise<CreditRow[]> {
  const inserted = await tx
    .insertInto('credits')
    .values([...rows])
    .returning(SHOWN)
    .execute();
  const byId = new Map(inserted.map((row) => [row.id, row]));
  return rows.map(({ id }) => byId.get(id) as CreditRow);
}

export async function findCredit(tx: Tx, org: Org, id: string): Promise<CreditRow | null> {
  return (await selectCredits(tx, org).where('id', '=', id).executeTakeFirst()) ?? null;
}

/** Reads and locks, which serializes changes of one credit. */
export async function lockCredit(tx: Tx, org: Org, id: string): Promise<CreditRow | null> {
  return (await selectCredits(tx, org).where('id', '=', id).forUpdate().executeTakeFirst()) ?? null;
}

/** Locks in the order of the key, so that two documents that use the same credits do not deadlock. */
export function lockCredits(tx: Tx, org: Org, ids: readonly string[]): Promise<CreditRow[]> {
  return selectCredits(tx, org)
    .where(sql<boolean>`id = any(${[...ids]})`)
    .orderBy(sql`id collate "C"`)
    .forUpdate()
    .execute();
}

/** Lists the credits that an account may still spend, in the order of the ids. */
export function listActiveCredits(tx: Tx, org: Org, accountId: string): Promise<CreditRow[]> {
  return activeCredits(tx, org, accountId).execute();
}

/** The same, locked: results computed from them stay valid until the caller's transaction ends. */
export function lockActiveCredits(tx: Tx, org: Org, accountId: string): Promise<CreditRow[]> {
  return activeCredits(tx, org, accountId).forUpdate().execute();
}

export function listCredits(tx: Tx, org: Org, { page, timeZone }: { page: PageRequest; timeZone: string }) {
  return findPage({ tx, parameters: [org.orgId], build: () => selectCredits(tx, org) }, page, { timeZone });
}

/** Lists the credits that were granted to the accounts under one of the keys. */
export function listCreditsByKey(
  tx: Tx,
  org: Org,
  wanted: readonly { accountId: string; idempotencyKey: string }[],
): Promise<CreditRow[]> {
  const [accountIds, keys] = [
    wanted.map(({ accountId }) => accountId),
    wanted.map(({ idempotencyKey }) => idempotencyKey),
  ];
  return selectCredits(tx, org)
    .where(
      sql<boolean>`(account_id, idempotency_key) in (
        select * from unnest(${accountIds}::text[], ${keys}::text[]))`,
    )
    .execute();
}

/** Adds to the used amounts of a credit and sets its new status. */
export async function settleCredit(
  tx: Tx,
  org: Org,
  change: {
    id: string;
    consumed?: Decimal;
    forfeited?: Decimal;
    status: CreditStatus;
    now: Temporal.Instant;
  },
): Promise<CreditRow> {
  const { id, consumed = ZERO, forfeited = ZERO, status, now } = change;
  return tx
    .updateTable('credits')
    .set((eb) => ({
      consumedAmount: eb('consumedAmount', '+', consumed),
      forfeitedAmount: eb('forfeitedAmount', '+', forfeited),
      rowVersion: eb('rowVersion', '+', 1),
      status,
      updatedAt: now,
    }))
    .where('orgId', '=', org.orgId)
    .where('id', '=', id)
    .returning(SHOWN)
    .executeTakeFirstOrThrow();
}

/** Changes the last day of a locked credit. */
export async function moveCreditEnd(
  tx: Tx,
  org: Org,
  { id, lastDay, now }: { id: string; lastDay: Temporal.PlainDate; now: Temporal.Instant },
): Promise<void> {
  await sql`
    update credits set effective_until = ${lastDay}, updated_at = ${now}, row_version = row_version + 1
    where org_id = ${org.orgId} and id = ${id}`.execute(tx);
}

/** Sets for each active credit of an account whether a draft can use it; `touched` changed otherwise. */
export async function markApplicable(
  tx: Tx,
  org: Org,
  mark: {
    accountId: string;
    applicable: readonly string[];
    touched: readonly string[];
    now: Temporal.Instant;
  },
): Promise<void> {
  const applicable = sql<boolean>`id = any(${[...mark.applicable]})`;
  await sql`
    update credits set is_applicable = ${applicable}, updated_at = ${mark.now}, row_version = row_version + 1
    where org_id = ${org.orgId} and account_id = ${mark.accountId} and status = 'ACTIVE'
      and (is_applicable <> (${applicable}) or id = any(${[...mark.touched]}))`.execute(tx);
}

function selectCredits(tx: Tx, org: Org) {
  return tx.selectFrom('credits').select(SHOWN).where('orgId', '=', org.orgId);
}

function activeCredits(tx: Tx, org: Org, accountId: string) {
  return selectCredits(tx, org)
    .where('accountId', '=', accountId)
    .where('status', '=', sql.lit('ACTIVE'))
    .orderBy(sql`id collate "C"`);
}

import { type Selectable, sql } from 'kysely';
import { type EventType, publishEvent } from '#areas/webhooks/index.ts';
import type { Tx } from '#platform/db/database.ts';
import { json } from '#platform/db/json.ts';
import { findPage } from '#platform/db/page.ts';
import type { ListSpec, PageRequest } from '#platform/http/list.ts';
import { NEWEST_FIRST } from '#platform/http/list-orders.ts';
import type { Org } from '#platform/http/operation.ts';
import type { PurchasesTable } from './tables.ts';

export const purchaseList: ListSpec = {
  maxPageSize: 100,
  defaultPageSize: 20,
  filters: {},
  searchable: {},
  ...NEWEST_FIRST,
};

export type PurchaseRow = Selectable<PurchasesTable>;
export type NewPurchase = Omit<PurchaseRow, 'isProposal' | 'rowVersion'>;

/** Throws the unique violation of the database if the idempotency key or the cycle is taken. */
export async function insertPurchase(tx: Tx, row: NewPurchase): Promise<PurchaseRow> {
  const { rateCardQuantities, purchasePlanOverride, associationOverride } = row;
  return tx
    .insertInto('purchases')
    .values({
      ...row,
      rateCardQuantities: rateCardQuantities && json(rateCardQuantities),
      purchasePlanOverride: purchasePlanOverride && json(purchasePlanOverride),
      associationOverride: associationOverride && json(associationOverride),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function findPurchase(tx: Tx, org: Org, id: string): Promise<PurchaseRow | null> {
  return (await purchases(tx, org).where('id', '=', id).executeTakeFirst()) ?? null;
}

/** Reads and locks, which serializes changes of one purchase. The account is locked before. */
export async function lockPurchase(tx: Tx, org: Org, id: string): Promise<PurchaseRow | null> {
  return (await purchases(tx, org).where('id', '=', id).forUpdate().executeTakeFirst()) ?? null;
}

/** Finds the purchase created under a key; the caller holds the lock of the account. */
export async function findPurchaseByKey(
  tx: Tx,
  org: Org,
  wanted: { accountId: string; isProposal: boolean; idempotencyKey: string },
): Promise<PurchaseRow | null> {
  const query = purchases(tx, org)
    .where('accountId', '=', wanted.accountId)
    .where('isProposal', '=', wanted.isProposal)
    .where('idempotencyKey', '=', wanted.idempotencyKey);
  return (await query.executeTakeFirst()) ?? null;
}

/** Finds the purchase of an order. */
export async function findPurchaseOfInvoice(
  tx: Tx,
  org: Org,
  invoiceId: string,
): Promise<PurchaseRow | null> {
  return (await purchases(tx, org).where('invoiceId', '=', invoiceId).executeTakeFirst()) ?? null;
}

/** Whether a cycle has ordered its prepaid cards. */
export async function isCycleOrdered(
  tx: Tx,
  org: Org,
  cycle: { scheduleId: string; cycleStart: Temporal.PlainDate },
): Promise<boolean> {
  const query = tx
    .selectFrom('purchases')
    .select('id')
    .where('orgId', '=', org.orgId)
    .where('scheduleId', '=', cycle.scheduleId)
    .where('cycleStart', '=', cycle.cycleStart);
  return (await query.executeTakeFirst()) !== undefined;
}

/** An approved proposal is a purchase from then on. */
const IS_PURCHASE = sql<boolean>`(not is_proposal
  or status in ('PROPOSAL_APPROVED', 'IN_PROGRESS', 'SUCCESS', 'FAILURE'))`;

export async function findMadePurchase(tx: Tx, org: Org, id: string): Promise<PurchaseRow | null> {
  return (await purchases(tx, org).where('id', '=', id).where(IS_PURCHASE).executeTakeFirst()) ?? null;
}

export function listPurchases(tx: Tx, org: Org, requested: { accountId: string; page: PageRequest }) {
  const query = purchases(tx, org).where('accountId', '=', requested.accountId).where(IS_PURCHASE);
  return findPage(query, requested.page);
}

export function listProposals(tx: Tx, org: Org, requested: { accountId: string; page: PageRequest }) {
  const query = purchases(tx, org)
    .where('accountId', '=', requested.accountId)
    .where('isProposal', '=', true);
  return findPage(query, requested.page);
}

/** The published event of each transition. */
const PUBLISHED = {
  PENDING: null,
  IN_PROGRESS: null,
  SUCCESS: 'purchase.succeeded',
  FAILURE: 'purchase.failed',
  PROPOSAL_ACTIVE: null,
  PROPOSAL_APPROVED: 'proposal.approved',
  PROPOSAL_DECLINED: 'proposal.declined',
  PROPOSAL_EXPIRED: 'proposal.expired',
} as const satisfies Record<PurchaseRow['status'], EventType | null>;

/** Updates a purchase that the caller has locked. */
export async function updatePurchase(
  tx: Tx,
  org: Org,
  change: {
    id: string;
    now: Temporal.Instant;
    set: Partial<Pick<PurchaseRow, 'status' | 'comment' | 'invoiceId' | 'respondedAt'>>;
  },
): Promise<PurchaseRow> {
  const { id, now } = change;
  const type = change.set.status && PUBLISHED[change.set.status];
  if (type) publishEvent(tx, org, { type, id, now });
  return tx
    .updateTable('purchases')
    .set({ ...change.set, updatedAt: change.now })
    .set((eb) => ({ rowVersion: eb('rowVersion', '+', 1) }))
    .where('orgId', '=', org.orgId)
    .where('id', '=', change.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

function purchases(tx: Tx, org: Org) {
  return tx.selectFrom('purchases').selectAll().where('orgId', '=', org.orgId);
}

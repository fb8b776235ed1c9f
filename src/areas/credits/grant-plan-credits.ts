import { type AccountRow, lockAccount } from '#areas/accounts/index.ts';
import { getOrganization } from '#areas/organizations/index.ts';
import type { Decimal } from '#core/decimal.ts';
import { newId } from '#platform/ids.ts';
import { insertGrants } from './grant-credits.ts';
import type { LedgerContext } from './plan-changes.ts';
import { type CreditRow, type InsertedCredit, listCreditsByKey } from './store/credits.ts';

/** A grant by a plan, a purchase or a settlement, not by a caller. */
export interface PlanCredit {
  purpose: string;
  applicableEntityIds: readonly string[];
  effectiveFrom: Temporal.PlainDate;
  /** The last day; null: no end. */
  effectiveUntil: Temporal.PlainDate | null;
  /** In whole units of the account's currency. */
  creditAmount: Decimal;
  /** From 0; lower first. */
  priority: number;
  /** The add-on that grants it. */
  grantorId: string;
  /** One credit per account and key, permanently. */
  idempotencyKey: string;
  /** True if it is charged at the end of its block, by the schedule that has its first day. */
  isOwed?: boolean;
}

/**
 * Makes the grants that an account does not have yet, and returns the credits in the order of the grants.
 * Unlike requested grants they may lie in the past, because their cycle may have elapsed before its plan was
 * associated. An amount of 0 or less grants nothing. Call before drafts are locked, because the account is
 * locked first.
 */
export async function grantPlanCredits(
  context: LedgerContext,
  granted: { accountId: string; credits: readonly PlanCredit[] },
): Promise<CreditRow[]> {
  const { tx, org } = context;
  const credits = granted.credits.filter(({ creditAmount }) => creditAmount.gt(0));
  if (credits.length === 0) return [];
  // The lock serializes equal grants, so that the second transaction finds the first's credit.
  const account = await lockAccount(tx, org, granted.accountId);
  const keys = credits.map(({ idempotencyKey }) => ({ accountId: account.id, idempotencyKey }));
  const existing = new Map((await listCreditsByKey(tx, org, keys)).map((row) => [row.idempotencyKey, row]));
  const added = credits.filter(({ idempotencyKey }) => !existing.has(idempotencyKey));
  const { timezone } = await getOrganization(tx, org);
  const drafts = added.map((credit) => draftCredit(context, credit, account));
  const inserted = await insertGrants(context, drafts, timezone);
  const byKey = new Map(inserted.map((row) => [row.idempotencyKey, row]));
  return credits.flatMap(({ idempotencyKey }) => {
    const row = existing.get(idempotencyKey) ?? byKey.get(idempotencyKey);
    return row ? [row] : [];
  });
}

function draftCredit({ org, now }: LedgerContext, credit: PlanCredit, account: AccountRow): InsertedCredit {
  return {
    ...credit,
    applicableEntityIds: [...credit.applicableEntityIds],
    orgId: org.orgId,
    id: newId('cred', now),
    accountId: account.id,
    customerId: account.customerId,
    status: 'ACTIVE',
    creditUnit: account.invoiceCurrency,
    createdAt: now,
    updatedAt: now,
  };
}

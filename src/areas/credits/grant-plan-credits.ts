import { type AccountRow, lockAccount } from '#areas/accounts/index.ts';
import { getOrganization } from '#areas/organizations/index.ts';
import type { Decimal } from '#core/decimal.ts';
import { newId } from '#platform/ids.ts';
import { insertGrants } from './grant-credits.ts';
import type { LedgerContext } from './plan-changes.ts';
import { type CreditRow, type InsertedCredit, listCreditsByKey } from './store/credits.ts';

/** A grant that a plan, a purchase or a settlement makes, and no caller. */
export interface PlanCredit {
  purpose: string;
  applicableEntityIds: readonly string[];
  effectiveFrom: Temporal.PlainDate;
  /** The last day; null is forever. */
  effectiveUntil: Temporal.PlainDate | null;
  /** In whole units of the account's currency. */
  creditAmount: Decimal;
  /** From 0; lower first. */
  priority: number;
  /** The add-on that grants it. */
  grantorId: string;
  /** One credit per account and key, for ever. */
  idempotencyKey: string;
  /** It is charged for when its block ends, by the schedule that has its first day. */
  isOwed?: boolean;
}

/**
 * Grants what an account has not been granted yet, and returns the credits in the order of the grants. Unlike
 * those of a request they may lie in the past: the cycle that they belong to may have elapsed before its plan
 * was associated. What is not above zero grants nothing. Call it before drafts are locked: the account comes
 * first.
 */
export async function grantPlanCredits(
  context: LedgerContext,
  granted: { accountId: string; credits: readonly PlanCredit[] },
): Promise<CreditRow[]> {
  const { tx, org } = context;
  const credits = granted.credits.filter(({ creditAmount }) => creditAmount.gt(0));
  if (credits.length === 0) return [];
  // Under the lock two transactions that grant the same follow each other, and the second finds the first.
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

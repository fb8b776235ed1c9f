import { lockAccount } from '#areas/accounts/index.ts';
import { getOrganization } from '#areas/organizations/index.ts';
import { type LedgerContext, planCreditsChanged, planExpiry } from './plan-changes.ts';
import { type CreditRow, listCreditsByKey, lockCredits, moveCreditEnd } from './store/credits.ts';

/** A credit that a plan granted, and its minimum last day. */
interface LongerCredit {
  idempotencyKey: string;
  lastDay: Temporal.PlainDate;
}

/**
 * Moves the end of active credits of an account to a later day; skips those without an end, with a later end
 * or that have ended. Call before drafts are locked, because the account is locked first.
 */
export async function lengthenPlanCredits(
  context: LedgerContext,
  { accountId, credits }: { accountId: string; credits: readonly LongerCredit[] },
): Promise<void> {
  const { tx, org, now } = context;
  const wanted = new Map(credits.map(({ idempotencyKey, lastDay }) => [idempotencyKey, lastDay]));
  const keys = [...wanted.keys()].map((idempotencyKey) => ({ accountId, idempotencyKey }));
  if (keys.length === 0) return;
  const lastDayOf = ({ idempotencyKey }: CreditRow) => wanted.get(idempotencyKey ?? '');
  const isShort = (credit: CreditRow) => {
    const lastDay = lastDayOf(credit);
    if (credit.status !== 'ACTIVE' || !credit.effectiveUntil || !lastDay) return false;
    return Temporal.PlainDate.compare(credit.effectiveUntil, lastDay) < 0;
  };
  const found = (await listCreditsByKey(tx, org, keys)).filter(isShort);
  if (found.length === 0) return;
  const account = await lockAccount(tx, org, accountId);
  const ids = found.map(({ id }) => id);
  // Read again, because a credit may have been voided before the lock.
  const short = (await lockCredits(tx, org, ids)).filter(isShort);
  const { timezone: timeZone } = await getOrganization(tx, org);
  for (const credit of short) {
    const { id } = credit;
    const lastDay = lastDayOf(credit);
    if (!lastDay) continue;
    await moveCreditEnd(tx, org, { id, lastDay, now });
    await planExpiry(context, { id, accountId: account.id, lastDay, timeZone });
  }
  await planCreditsChanged(
    context,
    short.map(() => account.id),
  );
}

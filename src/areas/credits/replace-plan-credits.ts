import { lockAccount } from '#areas/accounts/index.ts';
import { ZERO } from '#core/decimal.ts';
import { voidCredit } from './forfeit-credit.ts';
import type { PlanCredit } from './grant-plan-credits.ts';
import { type LedgerContext, planCreditsChanged } from './plan-changes.ts';
import { listCreditsByKey } from './store/credits.ts';
import {
  listOwedCredits,
  noteCharged,
  noteReplaced,
  type OwedCredit,
  sumUsedOfReplaced,
} from './store/owed.ts';

/**
 * Applies new terms that replace those of an account from a day on. Credits of that day that are charged at
 * the end of their block stay if the new terms bring the same; the rest of the others is withdrawn. Returns
 * the grants to make: for a new credit, the part that was not used under its key. Call before drafts are
 * locked, because the account is locked first.
 */
export async function replacePlanCredits(
  context: LedgerContext,
  terms: { accountId: string; since: Temporal.PlainDate; credits: readonly PlanCredit[] },
): Promise<PlanCredit[]> {
  const { tx, org, now } = context;
  const { accountId, since } = terms;
  const isOfDay = ({ effectiveFrom }: OwedCredit) => effectiveFrom.equals(since);
  const listOwed = async () => (await listOwedCredits(tx, org, accountId)).filter(isOfDay);
  if (terms.credits.length === 0 && (await listOwed()).length === 0) return [];
  // Under the lock: a concurrent opening of the same cycle has granted, or sees these grants.
  await lockAccount(tx, org, accountId);
  const owed = await listOwed();
  const credits = await besidePaid(context, { accountId, owed, credits: terms.credits });
  const requested = { accountId, keys: credits.map(({ idempotencyKey }) => idempotencyKey) };
  const wanted = withoutUsed(credits, await sumUsedOfReplaced(tx, org, requested));
  const byKey = new Map(wanted.map((credit) => [credit.idempotencyKey, credit]));
  const isKept = (credit: OwedCredit) => isSame(credit, byKey.get(credit.idempotencyKey));
  const charged = owed.filter((credit) => isKept(credit) && !byKey.get(credit.idempotencyKey)?.isOwed);
  await noteCharged(tx, org, { ids: charged.map(({ id }) => id), now });
  const replaced = owed.filter((credit) => !isKept(credit));
  await takeBack(context, { accountId, owed: replaced });
  return replaced.length === 0 ? wanted : withoutUsed(credits, await sumUsedOfReplaced(tx, org, requested));
}

/** A grant in advance stays with its price; a card that charges now grants another credit. */
async function besidePaid(
  { tx, org }: LedgerContext,
  requested: { accountId: string; owed: readonly OwedCredit[]; credits: readonly PlanCredit[] },
): Promise<PlanCredit[]> {
  const { accountId, owed, credits } = requested;
  const keys = credits.map(({ idempotencyKey }) => ({ accountId, idempotencyKey }));
  const owedIds = new Set(owed.map(({ id }) => id));
  const existing = keys.length > 0 ? await listCreditsByKey(tx, org, keys) : [];
  const paid = new Set(
    existing.filter(({ id }) => !owedIds.has(id)).map(({ idempotencyKey }) => idempotencyKey),
  );
  return credits.map((credit) => {
    const { idempotencyKey: key, isOwed } = credit;
    return isOwed && paid.has(key) ? { ...credit, idempotencyKey: `${key}#IN_ARREARS` } : credit;
  });
}

/** Withdraws the rest of credits that no schedule charges any more. */
export async function takeBackOwedCredits(
  context: LedgerContext,
  { accountId, isCharged }: { accountId: string; isCharged(firstDay: Temporal.PlainDate): boolean },
): Promise<void> {
  const { tx, org } = context;
  const list = async () =>
    (await listOwedCredits(tx, org, accountId)).filter(({ effectiveFrom }) => !isCharged(effectiveFrom));
  if ((await list()).length === 0) return;
  await lockAccount(tx, org, accountId);
  await takeBack(context, { accountId, owed: await list() });
}

async function takeBack(
  context: LedgerContext,
  { accountId, owed }: { accountId: string; owed: readonly OwedCredit[] },
): Promise<void> {
  const { tx, org, now } = context;
  for (const { id } of owed) {
    await voidCredit(context, { id });
    await noteReplaced(tx, org, { id, now });
  }
  if (owed.length > 0) await planCreditsChanged(context, [accountId]);
}

function withoutUsed(
  credits: readonly PlanCredit[],
  used: Awaited<ReturnType<typeof sumUsedOfReplaced>>,
): PlanCredit[] {
  return credits.map((credit) => {
    const left = credit.creditAmount.minus(used.get(credit.idempotencyKey) ?? ZERO);
    return { ...credit, creditAmount: left.gt(0) ? left : ZERO };
  });
}

/** Its end follows from its block (`lengthenPlanCredits`). */
function isSame(owed: OwedCredit, wanted: PlanCredit | undefined): boolean {
  return (
    wanted !== undefined &&
    owed.creditAmount.eq(wanted.creditAmount) &&
    owed.priority === wanted.priority &&
    [...owed.applicableEntityIds].sort().join() === [...wanted.applicableEntityIds].sort().join()
  );
}

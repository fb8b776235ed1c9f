import { publishEvent } from '#areas/webhooks/index.ts';
import { cancelScheduledWork } from '#platform/db/scheduled-work.ts';
import { EXPIRE_CREDIT, type LedgerContext } from './plan-changes.ts';
import { remainingOf } from './rules.ts';
import { type CreditRow, lockCredit, settleCredit } from './store/credits.ts';
import { deleteHoldsOfCredits } from './store/holds.ts';
import { insertTransactions } from './store/ledger.ts';

/** Expires the rest of a credit at its end. Skips a credit that is not active. */
export function forfeitCredit(context: LedgerContext, credit: Pick<CreditRow, 'id'>): Promise<void> {
  return giveUp(context, credit.id, 'EXPIRED');
}

/** Voids the rest of a credit. Skips a credit that is not active. */
export async function voidCredit(context: LedgerContext, credit: Pick<CreditRow, 'id'>): Promise<void> {
  await giveUp(context, credit.id, 'VOIDED');
  await cancelScheduledWork(context.tx, context.org, { kind: EXPIRE_CREDIT, key: credit.id });
}

async function giveUp(
  { tx, org, now }: LedgerContext,
  creditId: string,
  status: 'EXPIRED' | 'VOIDED',
): Promise<void> {
  const credit = await lockCredit(tx, org, creditId);
  if (credit?.status !== 'ACTIVE') return;
  const forfeited = remainingOf(credit);
  await deleteHoldsOfCredits(tx, org, [creditId]);
  await settleCredit(tx, org, { id: creditId, forfeited, status, now });
  const type = status === 'EXPIRED' ? 'credit.expired' : 'credit.voided';
  publishEvent(tx, org, { type, id: creditId, now, previous: { status: 'ACTIVE' } });
  const transactions = [{ creditId, transactionType: status, amount: forfeited }];
  await insertTransactions(tx, org, { transactions, now });
}

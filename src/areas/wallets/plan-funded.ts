import { planScheduledWork } from '#platform/db/scheduled-work.ts';
import type { MoneyContext } from './move-money.ts';

/** Scheduled work of the invoices area: a wallet may pay what its account owes. Payload `{ accountId }`. */
export const WALLET_FUNDED = 'wallets.funded';

/** After the invoices that fall due at the same instant, which the wallet pays when they are issued. */
const RANK = 62;

export async function planFunded(
  { tx, org, now }: MoneyContext,
  { accountId, dueAt }: { accountId: string; dueAt: Temporal.Instant },
): Promise<void> {
  const work = { kind: WALLET_FUNDED, key: accountId, dueAt, rank: RANK, payload: { accountId } };
  await planScheduledWork(tx, org, { ...work, now });
}

import { type AccountRow, lockAccount } from '#areas/accounts/index.ts';
import { getOrganization } from '#areas/organizations/index.ts';
import { beginPurchase, makePurchase } from '#areas/purchases/index.ts';
import { type AutoTopup, findAutoTopup, findWallet, isUsable } from '#areas/wallets/index.ts';
import { publishEvent } from '#areas/webhooks/index.ts';
import { localDate } from '#core/period-zone.ts';
import { inSavepoint } from '#platform/db/idempotency.ts';
import { readText, type StoredScheduledWork } from '#platform/db/scheduled-work.ts';
import { newId } from '#platform/ids.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { Problem } from '#platform/problem.ts';
import { canRequest } from '../choose-provider.ts';
import { countTopups, insertTopup, updateTopup } from '../store/topups.ts';

/**
 * Orders a top-up for a wallet below its threshold: one at a time, and at most as many per local day and
 * month as its setting permits. The provider collects the order like every other.
 */
export async function fillWallet(
  context: ScheduledWorkContext,
  payload: StoredScheduledWork['payload'],
): Promise<void> {
  const { tx, org, now } = context;
  const account = await lockAccount(tx, org, readText(payload, 'accountId'));
  const terms = await findAutoTopup(tx, org, account.id);
  const wallet = await findWallet(tx, org, account.id);
  if (!terms || !wallet || account.status !== 'ACTIVE' || !isUsable(wallet, now)) return;
  if (wallet.balance.gte(terms.threshold) || !(await canRequest(context, account))) return;
  try {
    await inSavepoint(tx, () => order(context, account, terms));
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    publishEvent(tx, org, { type: 'wallet.topup_failed', id: account.id, now });
  }
}

async function order(context: ScheduledWorkContext, account: AccountRow, terms: AutoTopup): Promise<void> {
  const { tx, org, now } = context;
  const { id: accountId } = account;
  const { topupAmount: amount } = terms;
  const { timezone } = await getOrganization(tx, org);
  const localDay = localDate(now, timezone);
  const { ofDay, ofMonth } = await countTopups(tx, org, { accountId, day: localDay });
  if (ofDay >= terms.maxPerDay || ofMonth >= terms.maxPerMonth) return;
  const id = newId('topup', now);
  const topup = { orgId: org.orgId, id, accountId, localDay, amount, createdAt: now };
  if (!(await insertTopup(tx, topup))) return;
  const body = { type: 'WALLET_TOPUP' as const, walletTopupDetails: { topupAmount: amount } };
  const requested = { accountId, body, paymentMode: null };
  const purchase = await makePurchase(context, requested, (made) => beginPurchase(context, made, undefined));
  const { id: purchaseId, invoiceId } = purchase;
  await updateTopup(tx, org, { id, now, set: { purchaseId, invoiceId } });
}

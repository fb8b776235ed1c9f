import { type AccountRow, accountInDraft, lockOpenAccount } from '#areas/accounts/index.ts';
import { raiseOrder } from '#areas/invoices/index.ts';
import { cancelScheduledWork, readText, type StoredScheduledWork } from '#platform/db/scheduled-work.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { EXPIRE_PROPOSAL, planGrant } from './planned-work.ts';
import { currencyChanged, proposalDecided, proposalExpired, proposalNotFound } from './problems.ts';
import { findProposalEnd } from './proposal-end.ts';
import { toOffer } from './read-offer.ts';
import { getSoldVersion, readSale } from './read-purchase.ts';
import { findPurchase, lockPurchase, type PurchaseRow, updatePurchase } from './store.ts';

/**
 * Records the single response to a proposal, under the lock of its account and its row: the second of two
 * responses is rejected. Raises `proposalNotFound`, `proposalDecided`, `proposalExpired`, and the problems
 * of an approval.
 */
export async function decideProposal(
  context: ScheduledWorkContext,
  { id, decision: response }: { id: string; decision: 'APPROVE' | 'DECLINE' },
): Promise<PurchaseRow> {
  const { tx, org, now } = context;
  const found = await findPurchase(tx, org, id);
  if (!found?.isProposal) throw proposalNotFound({ id });
  const account = await lockOpenAccount(tx, org, found.accountId);
  const proposal = (await lockPurchase(tx, org, id)) ?? found;
  const { status } = proposal;
  if (status !== 'PROPOSAL_ACTIVE') throw proposalDecided({ id, status });
  const end = await findProposalEnd(context, proposal);
  if (end && Temporal.Instant.compare(end, now) <= 0) throw proposalExpired({ id, at: end });
  await cancelScheduledWork(tx, org, { kind: EXPIRE_PROPOSAL, key: id });
  if (response === 'DECLINE')
    return updatePurchase(tx, org, { id, now, set: { status: 'PROPOSAL_DECLINED', respondedAt: now } });
  if (account.status === 'DRAFT') throw accountInDraft({ id: account.id });
  const { currency: offered } = proposal;
  if (offered !== account.invoiceCurrency)
    throw currencyChanged({ offered, currency: account.invoiceCurrency });
  const invoiceId = await approve(context, { account, proposal });
  return updatePurchase(tx, org, {
    id,
    now,
    set: { status: 'PROPOSAL_APPROVED', respondedAt: now, invoiceId },
  });
}

/** Orders what is prepaid; grants everything else now. Returns the order. */
async function approve(
  context: ScheduledWorkContext,
  { account, proposal }: { account: AccountRow; proposal: PurchaseRow },
): Promise<string | null> {
  const sale = readSale(proposal);
  const { id } = proposal;
  if (proposal.paymentMode === 'PREPAID' && sale.cards.length > 0) {
    const version = await getSoldVersion(context, proposal);
    const offer = await toOffer(context, { account, version, sale });
    return (await raiseOrder(context, { ...offer, purchaseId: id })).invoiceId;
  }
  await planGrant(context, id);
  return null;
}

/** After expiry it can no longer be approved. */
export async function expireProposal(
  context: ScheduledWorkContext,
  payload: StoredScheduledWork['payload'],
): Promise<void> {
  const { tx, org, now } = context;
  const proposal = await lockPurchase(tx, org, readText(payload, 'purchaseId'));
  if (proposal?.status !== 'PROPOSAL_ACTIVE') return;
  await updatePurchase(tx, org, { id: proposal.id, now, set: { status: 'PROPOSAL_EXPIRED' } });
}

import { lockAccount } from '#areas/accounts/index.ts';
import { restoreCredits } from '#areas/credits/index.ts';
import { lockGroupOfComposites } from '#areas/invoice-groups/index.ts';
import { releaseHold } from '#areas/wallets/index.ts';
import { cancelScheduledWork } from '#platform/db/scheduled-work.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { concurrentChange } from '#platform/problem.ts';
import { invoiceCannotBeBilled } from '../bill-runs/problems.ts';
import { closeComposite } from '../composites/close-composite.ts';
import { CLOSE_COMPOSITE, planCompositeClosing } from '../composites/planned-work.ts';
import { editedMembers } from '../custom/edit-custom.ts';
import { noteIssue, noteWaiver } from '../finalization/note-effects.ts';
import { rejectFinalizing } from '../finalization/reject-finalizing.ts';
import { recordRest } from '../give-backs/record-give-back.ts';
import { withdrawSettlements } from '../give-backs/withdraw-settlements.ts';
import { rejectAdjusted } from '../late-usage/reject-adjusted.ts';
import { outstandingOf } from '../payments/allocate.ts';
import { readFamily } from '../payments/left-to-refund.ts';
import { payOutstanding } from '../payments/pay-outstanding.ts';
import { endRefund, startRefund } from '../payments/refund-invoice.ts';
import { advanceRefused, invoiceNotEditable, invoiceNotFound } from '../problems.ts';
import { setAutoAdvance, setStatus } from '../store/changes.ts';
import {
  type CompositeRow,
  findComposite,
  listMergedInvoices,
  lockComposite,
  type MemberRow,
  voidMergedInvoices,
} from '../store/composites.ts';
import { lockInvoice } from '../store/lifecycle.ts';
import { decideMove, type InvoiceChange, type RequestedStatus } from './decide-move.ts';

/**
 * Changes the invoice of a group. A void composite voids its members too, because they gave up their own
 * collection when they were merged (`money-platform.md` 10.4).
 */
export async function changeComposite(context: ScheduledWorkContext, change: InvoiceChange): Promise<void> {
  const { tx, org, now } = context;
  const { id, status: to, autoAdvance } = change;
  const members = editedMembers(change.edits ?? {});
  if (members.length > 0) throw invoiceNotEditable({ members });
  const found = await findComposite(tx, org, id);
  if (!found) throw invoiceNotFound({ id });
  const isUndone = to === 'VOID' || to === 'REFUND_COMPLETED';
  const restored = isUndone ? await restoreMembers(context, { composite: found, to }) : null;
  const payer = to === 'PAID' ? await lockPayer(context, found) : null;
  await lockGroupOfComposites(tx, org, found.groupId);
  const composite = (await lockComposite(tx, org, id)) ?? found;
  rejectFinalizing(composite);
  await changeAdvanceOf(context, composite, autoAdvance);
  if (to === undefined) return;
  switch (decideMove(composite, to, now)) {
    case 'STAY':
      return;
    case 'ISSUE':
      return issueComposite(context, id);
    case 'VOID':
      return voidComposite(context, composite, restored ?? []);
    case 'GIVE_UP':
      noteWaiver(tx, composite, { action: 'WRITE_OFF', amount: outstandingOf(composite) });
      return setStatus(tx, org, { id, status: 'UN_COLLECTIBLE', from: composite.status, now });
    case 'PAY':
      if (!payer) throw concurrentChange();
      await payOutstanding(context, composite, { account: { id: payer }, by: change.by });
      return;
    case 'START_REFUND':
      return startRefund(context, composite, change.refundReason);
    case 'END_REFUND':
      return endRefund(context, composite);
    default:
      throw new Error(`composite ${id} is not an order`);
  }
}

/** A draft that a hook rejected may be issued automatically again, at once, because its day is over. */
async function changeAdvanceOf(
  context: ScheduledWorkContext,
  composite: CompositeRow,
  autoAdvance: boolean | undefined,
): Promise<void> {
  const { tx, org, now } = context;
  const { id, status, autoAdvance: before } = composite;
  if (autoAdvance === undefined || autoAdvance === before) return;
  if (!autoAdvance || status !== 'DRAFT') throw advanceRefused({ id, status });
  await setAutoAdvance(tx, org, { id, autoAdvance, now });
  noteIssue(tx, composite, composite, 'ISSUE_AUTOMATICALLY');
  await planCompositeClosing(context, { invoiceId: id, dueAt: now });
}

/**
 * Runs before the group is locked, because merged members lock credits before it; a later rejection rolls
 * back. Idempotent: credits are restored once.
 */
async function restoreMembers(
  context: ScheduledWorkContext,
  { composite: { id, status }, to }: { composite: CompositeRow; to: RequestedStatus },
): Promise<MemberRow[]> {
  const { tx, org } = context;
  if (status === to) return [];
  const members = await listMergedInvoices(tx, org, id);
  // The adjustment of a void member would charge a difference to nothing; a refund counts its give-backs.
  if (to === 'VOID') for (const member of members) await rejectAdjusted(context, member, id);
  // In the common order of account ids.
  const accountIds = [...new Set(members.map(({ accountId }) => accountId))].sort();
  for (const accountId of accountIds) await lockAccount(tx, org, accountId);
  for (const { id: invoiceId } of members) {
    const invoice = await lockInvoice(tx, org, invoiceId);
    if (invoice && to === 'VOID') await withdrawSettlements(context, invoice, id);
    else if (invoice) await recordRest(context, invoice, 'REFUND');
    await restoreCredits(context, { invoiceId, family: await readFamily(context, invoiceId) });
  }
  return members;
}

/** Locks the payer of a manual payment for a group, the first account in the document, before the group. */
async function lockPayer({ tx, org }: ScheduledWorkContext, { id }: CompositeRow): Promise<string | null> {
  const [accountId] = (await listMergedInvoices(tx, org, id)).map((member) => member.accountId).sort();
  if (accountId !== undefined) await lockAccount(tx, org, accountId);
  return accountId ?? null;
}

async function voidComposite(
  context: ScheduledWorkContext,
  composite: CompositeRow,
  restored: readonly MemberRow[],
): Promise<void> {
  const { tx, org, now } = context;
  const { id, totalAmount: amount } = composite;
  noteWaiver(tx, composite, { action: 'VOID_INVOICE', amount });
  // Merged between the two locks: its credits are not restored yet.
  if ((await listMergedInvoices(tx, org, id)).length !== restored.length) throw concurrentChange();
  await cancelScheduledWork(tx, org, { kind: CLOSE_COMPOSITE, key: id });
  await setStatus(tx, org, { id, status: 'VOID', now });
  await voidMergedInvoices(tx, org, { compositeId: id, now });
  // Locks the wallets last, in the common lock order.
  await releaseHold(context, id);
}

async function issueComposite(context: ScheduledWorkContext, id: string): Promise<void> {
  const { tx, org } = context;
  await closeComposite(context, { invoiceId: id });
  const composite = await findComposite(tx, org, id);
  if (!composite) throw concurrentChange();
  if (composite.status === 'DRAFT') throw invoiceCannotBeBilled({ id, info: composite.info });
}

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
import { refuseFinalizing } from '../finalization/refuse-finalizing.ts';
import { recordRest } from '../give-backs/record-give-back.ts';
import { withdrawSettlements } from '../give-backs/withdraw-settlements.ts';
import { refuseAdjusted } from '../late-usage/refuse-adjusted.ts';
import { readFamily } from '../payments/left-to-refund.ts';
import { payOutstanding } from '../payments/pay-outstanding.ts';
import { endRefund, startRefund } from '../payments/refund-invoice.ts';
import { advanceRefused, changeRefused, invoiceNotFound } from '../problems.ts';
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
import { type AskedStatus, decideMove, type InvoiceChange } from './decide-move.ts';

/**
 * The invoice of a group. What becomes of it becomes of its members when it is void: they gave up their own
 * collection when they were merged (`money-platform.md` 10.4).
 */
export async function changeComposite(context: ScheduledWorkContext, change: InvoiceChange): Promise<void> {
  const { tx, org, now } = context;
  const { id, status: to, autoAdvance } = change;
  const members = editedMembers(change.edits ?? {});
  if (members.length > 0) throw changeRefused({ members });
  const found = await findComposite(tx, org, id);
  if (!found) throw invoiceNotFound({ id });
  const isUndone = to === 'VOID' || to === 'REFUND_COMPLETED';
  const restored = isUndone ? await restoreMembers(context, { composite: found, to }) : null;
  const payer = to === 'PAID' ? await lockPayer(context, found) : null;
  await lockGroupOfComposites(tx, org, found.groupId);
  const composite = (await lockComposite(tx, org, id)) ?? found;
  refuseFinalizing(composite);
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
      return setStatus(tx, org, { id, status: 'UN_COLLECTIBLE', from: composite.status, now });
    case 'PAY':
      if (!payer) throw concurrentChange();
      await payOutstanding(context, composite, { account: { id: payer }, by: change.by });
      return;
    case 'START_REFUND':
      return startRefund(context, composite);
    case 'END_REFUND':
      return endRefund(context, composite);
    default:
      throw new Error(`composite ${id} is no order`);
  }
}

/** One that a hook refused may be issued by itself again, at once: its day is over. */
async function changeAdvanceOf(
  context: ScheduledWorkContext,
  { id, status, autoAdvance: before }: CompositeRow,
  autoAdvance: boolean | undefined,
): Promise<void> {
  const { tx, org, now } = context;
  if (autoAdvance === undefined || autoAdvance === before) return;
  if (!autoAdvance || status !== 'DRAFT') throw advanceRefused({ id, status });
  await setAutoAdvance(tx, org, { id, autoAdvance, now });
  await planCompositeClosing(context, { invoiceId: id, dueAt: now });
}

/**
 * Before the group is locked, as members that are merged lock credits before it; what is refused afterwards
 * rolls back. Twice, the credits are given back once.
 */
async function restoreMembers(
  context: ScheduledWorkContext,
  { composite: { id, status }, to }: { composite: CompositeRow; to: AskedStatus },
): Promise<MemberRow[]> {
  const { tx, org } = context;
  if (status === to) return [];
  const members = await listMergedInvoices(tx, org, id);
  // What adjusts a void member would charge a difference to nothing; a refund counts what it gave back.
  if (to === 'VOID') for (const member of members) await refuseAdjusted(context, member, id);
  // In the order of their ids, as everybody locks accounts.
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

/** Who pays by hand for a group: the first of the accounts in the document, locked before the group. */
async function lockPayer({ tx, org }: ScheduledWorkContext, { id }: CompositeRow): Promise<string | null> {
  const [accountId] = (await listMergedInvoices(tx, org, id)).map((member) => member.accountId).sort();
  if (accountId !== undefined) await lockAccount(tx, org, accountId);
  return accountId ?? null;
}

async function voidComposite(
  context: ScheduledWorkContext,
  { id }: CompositeRow,
  restored: readonly MemberRow[],
): Promise<void> {
  const { tx, org, now } = context;
  // Merged between the two locks: its credits are not given back yet.
  if ((await listMergedInvoices(tx, org, id)).length !== restored.length) throw concurrentChange();
  await cancelScheduledWork(tx, org, { kind: CLOSE_COMPOSITE, key: id });
  await setStatus(tx, org, { id, status: 'VOID', now });
  await voidMergedInvoices(tx, org, { compositeId: id, now });
  // The wallets after everything else, as everybody locks them.
  await releaseHold(context, id);
}

async function issueComposite(context: ScheduledWorkContext, id: string): Promise<void> {
  const { tx, org } = context;
  await closeComposite(context, { invoiceId: id });
  const composite = await findComposite(tx, org, id);
  if (!composite) throw concurrentChange();
  if (composite.status === 'DRAFT') throw invoiceCannotBeBilled({ id, info: composite.info });
}

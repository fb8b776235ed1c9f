import { type InvoiceGroupRow, lockGroupOfComposites } from '#areas/invoice-groups/index.ts';
import { canonicalJson } from '#core/canonical-json.ts';
import { checkTreeInSteps } from '#core/invoice/index.ts';
import { computeStored, hasDifferences, type StoredInputs } from '#core/invoice/stored-inputs.ts';
import { localDate, startOfDay } from '#core/period-zone.ts';
import { readText, type StoredScheduledWork } from '#platform/db/scheduled-work.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { mapInTurns, runInTurns } from '#platform/turns.ts';
import { planOverdue } from '../events/publish-overdue.ts';
import { leaveWindow } from '../finalization/leave-window.ts';
import { passCompositeHooks } from '../finalization/pass-hooks.ts';
import { dueDateOf, nextDay } from '../lifecycle/invoice-dates.ts';
import { statusOf } from '../lifecycle/issue-invoice.ts';
import { planPdf } from '../lifecycle/planned-work.ts';
import { takeInvoiceNumber } from '../lifecycle/take-number.ts';
import { planCollection } from '../payments/plan-collection.ts';
import { lockMemberWallets, settleComposite } from '../payments/settle-composite.ts';
import { type CompositeRow, findComposite, lockComposite, type MemberRow } from '../store/composites.ts';
import { finalizeInvoice, updateDraft } from '../store/lifecycle.ts';
import { type ComputedComposite, computeCompositeDraft } from './compute-composite.ts';
import { planCompositeClosing } from './planned-work.ts';

/**
 * Closes a composite at the end of its day: it becomes one document with that date and one number. Locks the
 * group, so that no invoice is merged meanwhile. Idempotent.
 */
export async function closeComposite(
  context: ScheduledWorkContext,
  payload: StoredScheduledWork['payload'],
): Promise<void> {
  const open = await lockOpenComposite(context, readText(payload, 'invoiceId'));
  // While finalization hooks run, their responses continue the finalization.
  if (open && open.composite.finalizingStatus === null) await issueComposite(context, open);
}

export interface OpenComposite {
  composite: CompositeRow;
  group: InvoiceGroupRow;
}

/** Locks and returns a draft with its group; null if it is issued. */
export async function lockOpenComposite(
  { tx, org }: ScheduledWorkContext,
  id: string,
): Promise<OpenComposite | null> {
  const found = await findComposite(tx, org, id);
  const group = found && (await lockGroupOfComposites(tx, org, found.groupId));
  const composite = group && (await lockComposite(tx, org, found.id));
  return group && composite?.status === 'DRAFT' ? { composite, group } : null;
}

/** Issues a locked draft, or keeps it if it is incomplete or a hook must respond first. */
export async function issueComposite(context: ScheduledWorkContext, open: OpenComposite): Promise<void> {
  const { tx, org, now } = context;
  const { composite } = open;
  const { members, timeZone, ...computed } = await computeCompositeDraft(tx, org, open);
  if (computed.isIncomplete) return postpone(context, composite, { computed, timeZone });
  await checkComposite(composite, { computed, members });
  // step: a composite is computed
  // The day that has just ended, which is the day of the members, unless the document was delayed.
  const isWaiting = composite.finalizingStatus === 'FINALIZING';
  const ended = startOfDay(localDate(now.subtract({ milliseconds: 1 }), timeZone), timeZone);
  const invoiceDate = isWaiting ? composite.invoiceDate : ended;
  const { details, netTermDays } = computed.columns;
  const prospect = { ...computed, details, netTermDays, timeZone, invoiceDate };
  if (!(await passCompositeHooks(context, composite, prospect))) return;
  await finishComposite(context, composite, { computed, timeZone, members, invoiceDate });
}

/** Reports a fault of this program to the operator; stores nothing. */
async function checkComposite(
  { id }: CompositeRow,
  { computed, members }: { computed: ComputedComposite; members: readonly MemberRow[] },
): Promise<void> {
  const differences = await mapInTurns(members, ({ id: memberId, inputs: text, document }) => {
    const inputs = JSON.parse(text) as StoredInputs;
    if (canonicalJson(computeStored(inputs)) !== document)
      throw new Error(
        `composite ${id}: the stored inputs of member ${memberId} do not recompute to its document.`,
      );
    return hasDifferences(inputs);
  });
  const isDifference = differences.includes(true);
  const violations = await runInTurns(checkTreeInSteps(computed.document, { isDifference }));
  if (violations.length > 0) throw new Error(`composite ${id}: ${violations.join(' ')}`);
}

async function finishComposite(
  context: ScheduledWorkContext,
  composite: CompositeRow,
  issued: {
    computed: ComputedComposite;
    timeZone: string;
    members: readonly MemberRow[];
    invoiceDate: Temporal.Instant;
  },
): Promise<void> {
  const { tx, org, now } = context;
  const { id } = composite;
  const { timeZone, members, invoiceDate } = issued;
  const { columns } = issued.computed;
  const dated = { invoiceDate, timeZone, netTermDays: columns.netTermDays };
  await planPdf(context, id);
  if (columns.totalAmount.gt(0)) await planCollection(context, id);
  const wallets = await lockMemberWallets(context, members);
  // Taken last, because from here to the commit every other invoice of the organization waits for its number.
  const number = await takeInvoiceNumber(context, composite, dated);
  // step: a composite has its number
  await planOverdue(context, { id, dueDate: dueDateOf(dated), status: statusOf(columns.totalAmount) });
  await finalizeInvoice(tx, org, {
    invoice: composite,
    now,
    computed: columns,
    set: {
      status: statusOf(columns.totalAmount),
      invoiceDate,
      dueDate: dueDateOf(dated),
      ...number,
    },
  });
  // step: a composite is final
  await settleComposite(context, { id, members, wallets });
  // step: wallets of members are settled
}

/**
 * Keeps a composite with a charge that cannot be computed as a draft, records why, and retries the next day.
 */
async function postpone(
  context: ScheduledWorkContext,
  composite: CompositeRow,
  { computed, timeZone }: { computed: ComputedComposite; timeZone: string },
): Promise<void> {
  const { tx, org, now } = context;
  const { id } = composite;
  await leaveWindow(context, composite);
  const dueAt = nextDay(now, timeZone);
  const invoiceDate = startOfDay(localDate(now, timeZone), timeZone);
  await updateDraft(tx, org, { id, now, computed: computed.columns, set: { invoiceDate } });
  await planCompositeClosing(context, { invoiceId: id, dueAt });
}

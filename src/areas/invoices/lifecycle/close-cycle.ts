import type { UsageTotals } from '#areas/usage/index.ts';
import { decimalText, ZERO } from '#core/decimal.ts';
import { awaitRunningIngestions, readText, type StoredScheduledWork } from '#platform/db/scheduled-work.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { waitForGroup } from '../composites/wait-for-group.ts';
import { computeCustom, termsOf } from '../custom/compute-custom.ts';
import { isAdjustment } from '../late-usage/is-adjustment.ts';
import { issueWaitingAdjustment } from '../late-usage/waiting-adjustment.ts';
import type { InvoiceInfo } from '../schema.ts';
import { type InvoiceRow, isOfAccount, type StoredInvoice } from '../store/invoices.ts';
import { lockBill } from '../store/lifecycle.ts';
import type { ComputedInvoice } from './compute-document.ts';
import { composeInvoice, readExtras, readRunningUsage, sumCycleUsage, timingOf } from './compute-draft.ts';
import { computeSold } from './compute-sold.ts';
import { lockPool, lockReviewedPool } from './consume-credits.ts';
import type { CreditPool } from './draft-credits.ts';
import { issueInvoice } from './issue-invoice.ts';
import { findInvoiceFacts, type InvoiceFacts } from './read-facts.ts';
import { requireSeller } from './require-seller.ts';

/** Code in `info`: the running total differed from the sum of the usage rows, and the rows were billed. */
const USAGE_MISMATCH = 'USAGE_MISMATCH';

/**
 * Closes a cycle at the end of its grace period: sums its usage again from the rows and bills it. The clock
 * has passed the deadline, so no event of the cycle can follow once the running ingestions have committed.
 * Idempotent: skips an invoice that is already issued.
 */
export async function closeCycle(
  context: ScheduledWorkContext,
  payload: StoredScheduledWork['payload'],
): Promise<void> {
  const { tx, org } = context;
  await awaitRunningIngestions(tx, org);
  const invoice = await lockBill(tx, org, readText(payload, 'invoiceId'));
  if (invoice?.status !== 'DRAFT' || !invoice.autoAdvance) return;
  // While finalization hooks run, their responses continue the finalization.
  if (invoice.finalizingStatus !== null) return;
  if (isOfAccount(invoice) && (await waitForGroup(context, invoice))) return;
  // step: a draft of a cycle is locked
  if (isAdjustment(invoice)) return issueWaitingAdjustment(context, invoice);
  await issueInvoice(context, invoice, await computeClosed(context, invoice));
}

/** Locks the credits that a document may take. */
type LockPool = (invoice: StoredInvoice) => Promise<CreditPool | null>;

/**
 * Computes a draft after its deadline. Requires that the caller has waited for the running ingestions.
 * `isReviewed`: it gets the credits that its review showed, and otherwise all that are left.
 */
export async function computeClosed(
  context: ScheduledWorkContext,
  invoice: StoredInvoice,
  { isReviewed = false }: { isReviewed?: boolean } = {},
): Promise<{ computed: ComputedInvoice; timeZone: string }> {
  const { tx, org } = context;
  const lock: LockPool = async (draft) => {
    if (isReviewed) return lockReviewedPool(tx, org, draft);
    return draft.accountId === null ? null : lockPool(tx, org, draft.accountId, draft.id);
  };
  const { computed, timeZone } = await computeBill(context, invoice, lock);
  return { computed: await requireSeller(tx, org, computed), timeZone };
}

async function computeBill(
  context: ScheduledWorkContext,
  invoice: StoredInvoice,
  lock: LockPool,
): Promise<{ computed: ComputedInvoice; timeZone: string }> {
  if (invoice.invoiceType === 'CUSTOM') return computeManual(context, invoice, lock);
  if (invoice.scheduleId === null) return computeSold(context, invoice);
  if (!isOfAccount(invoice)) throw new Error(`draft ${invoice.id} of a group has no cycle`);
  const facts = await findInvoiceFacts(context.tx, context.org, invoice);
  if (!facts) throw new Error(`no live schedule covers the cycle of draft ${invoice.id}`);
  const computed = await computeClosing(context, invoice, { facts, pool: await lock(invoice) });
  return { computed, timeZone: facts.schedule.timeZone };
}

async function computeManual({ tx, org }: ScheduledWorkContext, invoice: StoredInvoice, lock: LockPool) {
  const pool = invoice.appliesCredits ? await lock(invoice) : null;
  return computeCustom(tx, org, { terms: termsOf(invoice), pool });
}

/** Usually with all remaining credits, because an issued document takes credits before any draft. */
async function computeClosing(
  { tx, org, deployment }: ScheduledWorkContext,
  invoice: InvoiceRow,
  { facts, pool }: { facts: InvoiceFacts; pool: CreditPool | null },
): Promise<ComputedInvoice> {
  const extras = await readExtras(tx, org, { invoice, facts, pool });
  if (timingOf(invoice) === 'IN_ADVANCE') return composeInvoice(facts, { timing: 'IN_ADVANCE' }, extras);
  const [rows, running] = await Promise.all([
    sumCycleUsage(tx, org, facts),
    readRunningUsage(tx, org, facts),
  ]);
  const computed = composeInvoice(facts, { timing: 'IN_ARREARS', usage: rows }, extras);
  const mismatches = compareUsage([...facts.meters.keys()], rows, running);
  if (mismatches.length > 0) {
    const details = {
      invoice: invoice.id,
      account: invoice.accountId,
      usage: mismatches.map(({ value }) => value),
    };
    deployment.raiseAlarm({ kind: USAGE_MISMATCH, org, details });
  }
  return { ...computed, info: [...computed.info, ...mismatches] };
}

/** Reports a difference, which is a fault of the running totals, to the operator and on the invoice. */
function compareUsage(meterIds: string[], rows: UsageTotals, running: UsageTotals): InvoiceInfo[] {
  return meterIds.flatMap((id) => {
    const summed = rows.get(id) ?? { units: ZERO, events: 0 };
    const kept = running.get(id) ?? { units: ZERO, events: 0 };
    if (summed.units.eq(kept.units) && summed.events === kept.events) return [];
    const words = `running ${decimalText(kept.units)} of ${kept.events} events`;
    const value = `${id}: ${words}, rows ${decimalText(summed.units)} of ${summed.events} events`;
    return [{ type: USAGE_MISMATCH, value }];
  });
}

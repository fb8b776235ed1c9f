import { listActiveCredits } from '#areas/credits/index.ts';
import { grantCycleEntitlements } from '#areas/entitlements/index.ts';
import { findSchedule, nextCycleOf, type ScheduleRow } from '#areas/schedules/index.ts';
import type { CardInput } from '#core/invoice/index.ts';
import { readText, type StoredScheduledWork } from '#platform/db/scheduled-work.ts';
import { newId } from '#platform/ids.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { dueTransition } from '../composites/due-transition.ts';
import { planCycleEnd } from '../events/cycle-ends.ts';
import { publishCycle, publishStatus } from '../events/publish-invoice.ts';
import { planCycleSettlements } from '../settlement/planned-work.ts';
import { settleOpening } from '../settlement/settle-opening.ts';
import { claimAdjustments, lockWaitingAdjustments } from '../store/advance-adjustments.ts';
import { setInvoiceCharges, takeUpcomingCharges } from '../store/charges.ts';
import type { InvoiceRow } from '../store/invoices.ts';
import { insertDraft } from '../store/lifecycle.ts';
import { readAdvance } from './auto-advance.ts';
import { billedPartFrom } from './billed-part.ts';
import type { Billing } from './build-inputs.ts';
import { acceptFailedRules, type ComputedInvoice } from './compute-document.ts';
import { composeInvoice, readExtras, readRunningUsage } from './compute-draft.ts';
import { computedColumns } from './computed-columns.ts';
import { lockPool } from './consume-credits.ts';
import type { CreditPool } from './draft-credits.ts';
import { grantCycleCredits } from './grant-cycle-credits.ts';
import { isBlank, issueInvoice } from './issue-invoice.ts';
import { planPrepaid } from './plan-prepaid.ts';
import { planClosing, planOpening, planRefresh } from './planned-work.ts';
import { type InvoiceFacts, readFacts } from './read-facts.ts';
import { refreshAccountDrafts } from './refresh-account.ts';

/**
 * Opens a cycle at its first instant: creates its draft, issues what is billed in advance, and plans the
 * close of this cycle and the opening of the next one. Idempotent: the unique key admits one draft, and its
 * transaction has done the rest.
 */
export async function openCycle(
  context: ScheduledWorkContext,
  payload: StoredScheduledWork['payload'],
): Promise<void> {
  const { tx, org, now } = context;
  const schedule = await findSchedule(tx, org, readText(payload, 'scheduleId'));
  const firstDay = Temporal.PlainDate.from(readText(payload, 'cycleStart'));
  const part = schedule && billedPartFrom(schedule, firstDay);
  // Edited away: the change of the timeline has planned the replacement.
  if (!schedule || !part) return;
  const facts = await readFacts(tx, org, { schedule, part });
  const { accountId, timeZone } = schedule;
  // Before the first draft, because the invoices of this cycle may take the credits and the account is locked
  // first.
  const { isCharged } = await settleOpening(context, facts);
  if (!part.isRemainder) await grantCycleCredits(context, facts);
  const invoiceDate = await dueTransition(context, { accountId, part, timeZone, earliest: now });
  const draft = await insertCycleDraft(context, facts, {
    invoiceType: 'STANDARD',
    invoiceDate,
    ...(await readAdvance(tx, org, schedule.accountId)),
    computed: await composeOpened(context, facts, { invoiceDate, billing: 'IN_ARREARS', pool: null }),
  });
  if (!draft) return;
  publishCycle(context, draft, 'pricing_cycle.started');
  await planClosing(context, { invoiceId: draft.id, dueAt: invoiceDate });
  await grantCycleEntitlements(context, { accountId, schedule, cycle: part });
  // The remainder of a cycle was already billed in advance at the start of the cycle.
  if (!part.isRemainder) {
    if (!isCharged) await billInAdvance(context, facts);
    await planPrepaid(context, facts);
  }
  await addExtras(context, draft);
  await planNext(context, schedule, facts);
  // Planned late, because other transactions that open cycles with this end wait for the first of them.
  await planCycleEnd(context, draft);
  await planRefresh(context);
}

/**
 * Moves the waiting charges to this invoice and inserts it among the drafts that share the credits of the
 * account.
 */
async function addExtras(context: ScheduledWorkContext, { id, accountId }: InvoiceRow): Promise<void> {
  const { tx, org } = context;
  const items = await takeUpcomingCharges(tx, org, accountId);
  if (items.length > 0) await setInvoiceCharges(tx, org, { id, items });
  const hasCredits = (await listActiveCredits(tx, org, accountId)).length > 0;
  if (items.length > 0 || hasCredits) await refreshAccountDrafts(context, accountId);
}

async function composeOpened(
  { tx, org, now }: ScheduledWorkContext,
  facts: InvoiceFacts,
  requested: {
    invoiceDate: Temporal.Instant;
    billing: Billing['timing'];
    pool: CreditPool | null;
    adjustments?: readonly CardInput[];
  },
): Promise<ComputedInvoice> {
  const { invoiceDate, billing: timing, pool, adjustments = [] } = requested;
  const invoiceType = timing === 'IN_ADVANCE' ? ('STANDARD_ADVANCED' as const) : ('STANDARD' as const);
  const invoice = { invoiceType, invoiceDate, createdAt: now, miscellaneousCharges: [] };
  const extras = { ...(await readExtras(tx, org, { invoice, facts, pool })), adjustments };
  if (timing === 'IN_ADVANCE') return composeInvoice(facts, { timing }, extras);
  return composeInvoice(facts, { timing, usage: await readRunningUsage(tx, org, facts) }, extras);
}

/**
 * Issues amounts in advance, which freezes them (`metering-pricing.md` 17.2). The next invoice in advance
 * also bills the settlements of earlier cycles, even if its own cycle has no such card.
 */
async function billInAdvance(context: ScheduledWorkContext, facts: InvoiceFacts): Promise<void> {
  const { tx, org, now } = context;
  const { schedule } = facts;
  const waiting = await lockWaitingAdjustments(tx, org, schedule.accountId);
  const isBilled = [...facts.cards, ...facts.rules].some(
    ({ invoiceTiming }) => invoiceTiming === 'IN_ADVANCE',
  );
  if (!isBilled && waiting.length === 0) return;
  const pool = await lockPool(tx, org, schedule.accountId);
  const computed = await composeOpened(context, facts, {
    ...{ invoiceDate: now, billing: 'IN_ADVANCE', pool },
    adjustments: waiting.map(({ card }) => card),
  });
  // A failed rule does not delay an invoice that bills nothing.
  if (isBlank(computed) && !acceptFailedRules(computed).isIncomplete) return;
  const invoice = await insertCycleDraft(context, facts, {
    invoiceType: 'STANDARD_ADVANCED',
    invoiceDate: now,
    autoAdvance: true,
    computed,
  });
  if (!invoice) return;
  await claimAdjustments(tx, org, { ids: waiting.map(({ id }) => id), invoiceId: invoice.id });
  await planCycleSettlements(context, facts, computed.inputs.cards);
  await issueInvoice(context, invoice, { computed, timeZone: schedule.timeZone });
}

async function insertCycleDraft(
  { tx, org, now }: ScheduledWorkContext,
  facts: InvoiceFacts,
  draft: Pick<InvoiceRow, 'invoiceType' | 'invoiceDate' | 'autoAdvance'> &
    Partial<Pick<InvoiceRow, 'heldBySetting'>> & { computed: ComputedInvoice },
): Promise<InvoiceRow | null> {
  const { account, schedule, part } = facts;
  const { computed, ...kind } = draft;
  const row = {
    ...kind,
    orgId: org.orgId,
    id: newId('inv', now),
    accountId: account.id,
    customerId: account.customerId,
    scheduleId: schedule.id,
    planId: schedule.planId,
    planVersion: schedule.planVersion,
    cycleStart: part.start,
    cycleEnd: part.end,
    invoiceClass: 'INVOICE',
    status: 'DRAFT',
    startAt: part.startAt,
    endAt: part.endAt,
    generatedAt: now,
    createdAt: now,
    updatedAt: now,
  } as const;
  const stored = await insertDraft(tx, row, computedColumns(computed));
  if (stored) publishStatus(tx, org, { id: stored.id, status: 'DRAFT', now });
  return stored;
}

async function planNext(
  context: ScheduledWorkContext,
  schedule: ScheduleRow,
  facts: InvoiceFacts,
): Promise<void> {
  const next = nextCycleOf(schedule, facts.part);
  if (!next) return;
  await planOpening(context, {
    accountId: schedule.accountId,
    scheduleId: schedule.id,
    part: { ...next, isRemainder: false },
  });
}

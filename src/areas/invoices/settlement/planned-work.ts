import type { ScheduleRow } from '#areas/schedules/index.ts';
import type { CardInput } from '#core/invoice/index.ts';
import { planScheduledWork, type StoredScheduledWork } from '#platform/db/scheduled-work.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import type { InvoiceFacts } from '../lifecycle/read-facts.ts';
import type { InvoiceRow } from '../store/invoices.ts';
import type { ChargedLine, RefundMode } from './advance-charge.ts';

/**
 * Scheduled work, payload `{ accountId, scheduleId, cycleStart }`: settles the charges in advance of a
 * schedule, for one cycle, or without a cycle for all of them once the schedule has ended.
 */
export const SETTLE_ADVANCE = 'invoices.settle_advance';
/** After a change of the timeline and before cycles close, so that their invoices can use the refunds. */
const RANK = 15;

/** Scheduled work: refunds overcharges as money or as a late credit. Payload `UnusedRefund`. */
export const REFUND_UNUSED = 'invoices.refund_unused';
/** Right after the settlement, so that the wallet has the refund before it pays anything else. */
const REFUND_RANK = 16;

/** A refund of money by a settlement. */
export interface UnusedRefund {
  accountId: string;
  /** The lines that charged it, in the order of their give-backs. */
  lines: ChargedLine[];
  /** The id of these lines. */
  billableId: string;
  /** Before taxes, as text; greater than 0. */
  amount: string;
  /** The used part of all these lines together, before taxes. */
  kept: string;
  mode: RefundMode;
  purpose: string;
  /** The first day of the charge. */
  cycleStart: string;
  /** Unique in the account: a refund is made once per key. */
  key: string;
}

type Context = Pick<ScheduledWorkContext, 'tx' | 'org' | 'now'>;

/** The payload of scheduled work: the lines as JSON text. */
export function unusedPayload({ lines, ...refund }: UnusedRefund) {
  return { ...refund, lines: JSON.stringify(lines) };
}

type StoredRefund = Omit<UnusedRefund, 'lines' | 'kept'> & { lines?: string; kept?: string } & ChargedLine;

/** Reads also payloads of older releases, which had one line and in part no `kept`. */
export function readUnusedRefund(payload: StoredScheduledWork['payload']): UnusedRefund {
  const { lines, kept = '0', invoiceId, nth, ...refund } = payload as unknown as StoredRefund;
  const first = { invoiceId, ...(nth === undefined ? {} : { nth }) };
  return { ...refund, kept, lines: lines === undefined ? [first] : JSON.parse(lines) };
}

export async function planUnusedRefund(
  { tx, org, now }: Context,
  refund: UnusedRefund,
  dueAt = now,
): Promise<void> {
  const work = { kind: REFUND_UNUSED, key: refund.key, dueAt, rank: REFUND_RANK };
  await planScheduledWork(tx, org, { ...work, payload: unusedPayload(refund), now });
}

/** Plans it at the schedule's end, or now if it has ended; not at all without an end. */
export async function planScheduleSettlement(
  context: Context,
  { id: scheduleId, accountId, endAt }: Pick<ScheduleRow, 'id' | 'accountId' | 'endAt'>,
): Promise<void> {
  if (endAt) await plan(context, { accountId, scheduleId, cycleStart: null, dueAt: endAt });
}

/** A deleted schedule has used nothing of its charges. */
export function planGoneSettlement(
  context: Context,
  gone: { accountId: string; scheduleId: string },
): Promise<void> {
  return plan(context, { ...gone, cycleStart: null, dueAt: context.now });
}

/**
 * Plans settlements of a cycle's charges in advance, besides that at the opening of the next cycle: at the
 * end of the schedule, and, for licence changes received within a grace period, at its end.
 */
export async function planCycleSettlements(
  context: Context,
  { schedule, part }: Pick<InvoiceFacts, 'schedule' | 'part'>,
  cards: readonly CardInput[],
): Promise<void> {
  await planScheduleSettlement(context, schedule);
  const { start: cycleStart, endAt, dueAt } = part;
  const isOpenAfterwards = Temporal.Instant.compare(dueAt, endAt) > 0;
  const { accountId, id: scheduleId } = schedule;
  if (isOpenAfterwards && hasLicenses(cards))
    await plan(context, { accountId, scheduleId, cycleStart, dueAt });
}

/** A charge in advance that was not issued within its cycle was missing from the cycle's settlement. */
export async function planLateSettlement(
  context: Context,
  invoice: InvoiceRow,
  cards: readonly CardInput[],
): Promise<void> {
  const { accountId, scheduleId, cycleStart, invoiceType, createdAt, endAt, reissue } = invoice;
  const { now } = context;
  const { compare } = Temporal.Instant;
  const isLate = (reissue > 0 || compare(createdAt, now) < 0) && compare(endAt, now) <= 0;
  if (!isLate || invoiceType !== 'STANDARD_ADVANCED' || !scheduleId || !cycleStart) return;
  if (hasLicenses(cards)) await plan(context, { accountId, scheduleId, cycleStart, dueAt: now });
}

function hasLicenses(cards: readonly CardInput[]): boolean {
  return cards.some(({ type }) => type === 'LICENSE');
}

export function settlementKey(scheduleId: string, cycleStart: Temporal.PlainDate | null): string {
  return cycleStart === null ? scheduleId : `${scheduleId}#${cycleStart}`;
}

async function plan(
  { tx, org, now }: Context,
  settled: {
    accountId: string;
    scheduleId: string;
    cycleStart: Temporal.PlainDate | null;
    dueAt: Temporal.Instant;
  },
): Promise<void> {
  const { accountId, scheduleId, cycleStart, dueAt } = settled;
  const payload = { accountId, scheduleId, cycleStart: cycleStart?.toString() ?? null };
  const work = { kind: SETTLE_ADVANCE, key: settlementKey(scheduleId, cycleStart), dueAt, rank: RANK };
  await planScheduledWork(tx, org, { ...work, payload, now });
}

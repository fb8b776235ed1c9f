import type { ScheduleRow } from '#areas/schedules/index.ts';
import type { CardInput } from '#core/invoice/index.ts';
import { planScheduledWork, type StoredScheduledWork } from '#platform/db/scheduled-work.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import type { InvoiceFacts } from '../lifecycle/read-facts.ts';
import type { InvoiceRow } from '../store/invoices.ts';
import type { ChargedLine, RefundMode } from './advance-charge.ts';

/**
 * Scheduled work, payload `{ accountId, scheduleId, cycleStart }`: what a schedule charged in advance is
 * settled, for one cycle, or without a cycle for all of them, when the schedule has ended.
 */
export const SETTLE_ADVANCE = 'invoices.settle_advance';
/** After a change of the timeline, before cycles are closed: their invoices can take what is given back. */
const RANK = 15;

/**
 * Scheduled work: what was charged too much goes back, as money or as a late credit. Payload `UnusedRefund`.
 */
export const REFUND_UNUSED = 'invoices.refund_unused';
/** Right after the settlement, so that the wallet has it before it pays anything else. */
const REFUND_RANK = 16;

/** Money that a settlement gives back. */
export interface UnusedRefund {
  accountId: string;
  /** The lines that charged it, in the order in which they give it back. */
  lines: ChargedLine[];
  /** The id of these lines. */
  billableId: string;
  /** Before taxes, as text; greater than 0. */
  amount: string;
  /** What of all these lines together is not unused, before taxes. */
  kept: string;
  mode: RefundMode;
  purpose: string;
  /** The first day of the charge. */
  cycleStart: string;
  /** Unique for the account: what is given back under it is given back once. */
  key: string;
}

type Context = Pick<ScheduledWorkContext, 'tx' | 'org' | 'now'>;

/** As scheduled work keeps it: the lines as JSON text. */
export function unusedPayload({ lines, ...refund }: UnusedRefund) {
  return { ...refund, lines: JSON.stringify(lines) };
}

type StoredRefund = Omit<UnusedRefund, 'lines' | 'kept'> & { lines?: string; kept?: string } & ChargedLine;

/** Older releases planned it for one line, and some did not say what is kept of that. */
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

/** When it ends, or now if it has ended; not at all while nobody has ended it. */
export async function planScheduleSettlement(
  context: Context,
  { id: scheduleId, accountId, endAt }: Pick<ScheduleRow, 'id' | 'accountId' | 'endAt'>,
): Promise<void> {
  if (endAt) await plan(context, { accountId, scheduleId, cycleStart: null, dueAt: endAt });
}

/** A schedule that is not there any more has used nothing of what it charged. */
export function planGoneSettlement(
  context: Context,
  gone: { accountId: string; scheduleId: string },
): Promise<void> {
  return plan(context, { ...gone, cycleStart: null, dueAt: context.now });
}

/**
 * What a cycle charged in advance is settled with the opening of the next cycle, and when the schedule ends.
 * Where the cycle has a grace period, what is told of licences until it is over is settled once more.
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

/** A charge in advance that could not be issued in its cycle was not there when the cycle was settled. */
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

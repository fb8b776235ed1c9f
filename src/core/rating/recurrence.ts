import {
  type BilledCycle,
  billedPart,
  cycleOrdinal,
  type DateRange,
  daysBetween,
  nominalCycleOf,
  type ScheduleDates,
} from '../period.ts';
import type { ResolvedCycle } from '../period-config.ts';

/** Every `interval` cycles (from 1), after skipping the first `offset` cycles (from 0) of the chain. */
export interface Recurrence {
  interval: number;
  offset: number;
}

export interface FeeTerms {
  feeType: 'ONE_TIME' | 'RECURRING';
  timing: 'IN_ADVANCE' | 'IN_ARREARS';
  recurrence: Recurrence;
  isProrated: boolean;
}

/** The cycles that one charge pays for, by ordinal, both ends included. */
export interface Block {
  first: number;
  last: number;
}

/** A sale of the same billable by a schedule of the chain, on earlier days. */
export interface ChainSale {
  feeType: FeeTerms['feeType'];
  recurrence: Recurrence;
  days: DateRange;
}

/** A billed cycle, its schedule, and the day from which ordinals count (n = 0). */
export interface CyclePosition {
  resolved: ResolvedCycle;
  chainStart: Temporal.PlainDate;
  schedule: ScheduleDates;
  cycle: BilledCycle;
  /** Sales by earlier schedules of the chain; absent: they sold everything that this one sells. */
  soldBefore?: readonly ChainSale[] | undefined;
}

/** A charge: the full block, and how many of its days this schedule pays for. */
export interface FeeCharge {
  block: Block;
  period: DateRange;
  billedDays: number;
  nominalDays: number;
}

/** Problems of a recurrence, one sentence each. */
export function checkRecurrence({ interval, offset }: Recurrence): string[] {
  const problems: string[] = [];
  if (!Number.isSafeInteger(interval) || interval < 1)
    problems.push('The recurrence interval must be a whole number of at least 1.');
  if (!Number.isSafeInteger(offset) || offset < 0)
    problems.push('The recurrence offset must be a whole number of at least 0.');
  return problems;
}

/**
 * The block of cycle n: j-th block = cycles O + jI to O + jI + I − 1. Null in the free cycles before the
 * offset.
 */
export function blockAt({ interval, offset }: Recurrence, ordinal: number): Block | null {
  if (ordinal < offset) return null;
  const first = ordinal - ((ordinal - offset) % interval);
  return { first, last: first + interval - 1 };
}

/**
 * Whether an uncut block is charged at cycle n: with its first cycle in advance, with its last one in
 * arrears.
 */
export function billsAt(terms: FeeTerms, ordinal: number): boolean {
  const block = feeBlockAt(terms, ordinal);
  if (!block) return false;
  return ordinal === (terms.timing === 'IN_ADVANCE' ? block.first : block.last);
}

/**
 * The charge of a fixed fee in one cycle of a schedule, or null (`metering-pricing.md` 14.6, 16.2 and 17.1).
 * A schedule that begins or ends inside a block pays at its own first or last cycle. Each schedule pays a
 * prorated fee for its own days; any other fee is paid once, by the first schedule of the chain that sells it
 * in the block, so that an edit in the middle neither charges twice nor makes a newly added fee free.
 */
export function feeCharge(terms: FeeTerms, position: CyclePosition): FeeCharge | null {
  const { resolved, chainStart, schedule, cycle } = position;
  const ordinal = cycleOrdinal(resolved, chainStart, cycle.start);
  const block = chargedBlock(terms, { ...position, ordinal });
  if (!block || !isChargedNow(terms.timing, block, { ...position, ordinal })) return null;
  const period = blockPeriod(block, position);
  const billed = billedPart(period, schedule);
  if (!billed) return null;
  const isShared = terms.isProrated && terms.feeType === 'RECURRING';
  if (!isShared && !paysForWholeBlock({ terms, period, firstDay: billed.start }, position)) return null;
  return { block, period, billedDays: daysBetween(billed), nominalDays: daysBetween(period) };
}

/** The days of the block around a cycle that its schedule covers; null in the free cycles of the offset. */
export function coveredBlock(recurrence: Recurrence, position: CyclePosition): DateRange | null {
  const whole = wholeBlock(recurrence, position);
  return whole && billedPart(whole, position.schedule);
}

/** All days of the block around a cycle; null in the free cycles of the offset. */
export function wholeBlock(recurrence: Recurrence, position: CyclePosition): DateRange | null {
  const { resolved, chainStart, cycle } = position;
  const block = blockAt(recurrence, cycleOrdinal(resolved, chainStart, cycle.start));
  return block && blockPeriod(block, position);
}

/** ONE_TIME is a block of one cycle that does not recur. */
function feeBlockAt(
  { feeType, recurrence }: Pick<FeeTerms, 'feeType' | 'recurrence'>,
  ordinal: number,
): Block | null {
  switch (feeType) {
    case 'ONE_TIME':
      return ordinal === recurrence.offset ? { first: ordinal, last: ordinal } : null;
    case 'RECURRING':
      return blockAt(recurrence, ordinal);
    default:
      return feeType satisfies never;
  }
}

/** A schedule that adds a one-time fee to a chain whose cycle has passed charges it late. */
function chargedBlock(
  { feeType, recurrence }: FeeTerms,
  { resolved, chainStart, schedule, soldBefore, ordinal }: CyclePosition & { ordinal: number },
): Block | null {
  if (feeType === 'RECURRING' || !soldBefore) return feeBlockAt({ feeType, recurrence }, ordinal);
  const first = cycleOrdinal(resolved, chainStart, schedule.start);
  const offset = Math.max(recurrence.offset, first);
  return feeBlockAt({ feeType, recurrence: { ...recurrence, offset } }, ordinal);
}

function isChargedNow(
  timing: FeeTerms['timing'],
  block: Block,
  { ordinal, cycle, schedule }: CyclePosition & { ordinal: number },
): boolean {
  switch (timing) {
    case 'IN_ADVANCE':
      return ordinal === block.first || cycle.start.equals(schedule.start);
    case 'IN_ARREARS':
      return ordinal === block.last || (schedule.end !== null && cycle.end.equals(schedule.end));
    default:
      return timing satisfies never;
  }
}

function blockPeriod(
  { first, last }: Block,
  { resolved, chainStart }: Pick<CyclePosition, 'resolved' | 'chainStart'>,
): DateRange {
  return {
    start: nominalCycleOf(resolved, chainStart, first).start,
    end: nominalCycleOf(resolved, chainStart, last).end,
  };
}

function paysForWholeBlock(
  charge: { terms: FeeTerms; period: DateRange; firstDay: Temporal.PlainDate },
  position: CyclePosition,
): boolean {
  const { chainStart, schedule, soldBefore } = position;
  const { terms, period, firstDay } = charge;
  if (soldBefore && terms.feeType === 'ONE_TIME')
    return !soldBefore.some((sale) => hasSoldOnce(sale, firstDay, position));
  const firstBilledDay = laterOf(period.start, chainStart);
  if (Temporal.PlainDate.compare(schedule.start, firstBilledDay) <= 0) return true;
  return soldBefore !== undefined && !soldBefore.some((sale) => hasSold(sale, firstDay, position));
}

/** Whether a sale belongs to a block that continues to a later day. */
function hasSold(sale: ChainSale, day: Temporal.PlainDate, position: CyclePosition): boolean {
  const block = feeBlockAt(sale, cycleOrdinal(position.resolved, position.chainStart, day));
  return block !== null && billedPart(blockPeriod(block, position), sale.days) !== null;
}

/** A one-time fee is sold permanently in the cycle in which it first occurs. */
function hasSoldOnce(sale: ChainSale, day: Temporal.PlainDate, position: CyclePosition): boolean {
  if (sale.feeType === 'RECURRING') return hasSold(sale, day, position);
  const { resolved, chainStart } = position;
  return cycleOrdinal(resolved, chainStart, sale.days.end.subtract({ days: 1 })) >= sale.recurrence.offset;
}

function laterOf(a: Temporal.PlainDate, b: Temporal.PlainDate): Temporal.PlainDate {
  return Temporal.PlainDate.compare(a, b) < 0 ? b : a;
}

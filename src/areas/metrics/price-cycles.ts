import { type CycleRevenue, listCycleRevenue } from '#areas/invoices/index.ts';
import { findPlanVersion, type PlanVersion, type RateCardRow } from '#areas/price-plans/index.ts';
import {
  listManyChainSales,
  listScheduleCards,
  NOTHING_SOLD,
  type ScheduleCycle,
  type ScheduleRow,
  type SoldBefore,
} from '#areas/schedules/index.ts';
import { isBefore } from '#core/instants.ts';
import type { ExtraRevenue } from '#core/invoice/extra-revenue.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { chargingCycle } from './charging-cycle.ts';
import type { MeasuredCycle } from './measured-cycles.ts';
import type { CheckedQuery } from './query-rules.ts';

/** A cycle with its sources of revenue. */
export interface PricedCycle {
  measured: MeasuredCycle;
  cards: readonly RateCardRow[];
  /** Earlier sales of the cards in the schedule's chain. */
  sales: SoldBefore;
  /** Amounts that its issued invoices add to the prices of the cards. */
  extra: readonly (ExtraRevenue & { isUsage: boolean })[];
}

interface Plan {
  version: PlanVersion;
  cards: RateCardRow[];
}

/**
 * The revenue sources of each cycle. Excludes cycles of plans with deferred revenue whose invoice is not due
 * yet, and voided invoices.
 */
export async function priceCycles(
  tx: Tx,
  org: Org,
  request: { cycles: readonly MeasuredCycle[]; query: CheckedQuery; now: Temporal.Instant },
): Promise<PricedCycle[]> {
  const { cycles, query, now } = request;
  const plans = await loadPlans(tx, org, cycles);
  const invoices = await loadInvoices(tx, org, { cycles, plans });
  const sold = await loadSales(tx, org, { cycles, plans });
  return cycles.map((measured) => {
    const plan = plans.get(planKey(measured.schedule));
    const all = invoices.get(measured.account.accountId) ?? [];
    const [own, others] = partition(all, ({ scheduleId }) => scheduleId === measured.schedule.id);
    const [running, gone] = [own, others].map((each) => invoicesOf(measured.cycle, each)) as [Said, Said];
    if (!plan || (plan.version.deferredRevenue && isPending(measured, { invoices: running, now })))
      return { measured, cards: [], sales: NOTHING_SOLD, extra: [] };
    const cards = plan.cards.filter((card) => isRequested(query, card));
    const extra = [...running.flatMap((each) => each.extra), ...gone.flatMap(({ kept }) => kept)];
    return {
      measured,
      sales: sold.get(measured.schedule.id) ?? NOTHING_SOLD,
      cards: cards.filter((card) => !isVoid(card, invoicesOf(chargingCycle(card, measured), own))),
      extra: extra
        .map((each) => ({ ...each, isUsage: isUsage(each, cards) }))
        .filter((each) => isRequestedExtra(query, each)),
    };
  });
}

type Said = readonly CycleRevenue[];

async function loadPlans(tx: Tx, org: Org, cycles: readonly MeasuredCycle[]): Promise<Map<string, Plan>> {
  const wanted = new Map(cycles.map(({ schedule }) => [planKey(schedule), schedule]));
  const loaded = await Promise.all(
    [...wanted].map(async ([key, schedule]): Promise<[string, Plan] | null> => {
      const version = await findPlanVersion(tx, org, {
        planId: schedule.planId,
        version: schedule.planVersion,
      });
      return version && [key, { version, cards: await listScheduleCards(tx, org, schedule) }];
    }),
  );
  return new Map(loaded.filter((entry) => entry !== null));
}

/** By schedule. */
async function loadSales(
  tx: Tx,
  org: Org,
  { cycles, plans }: { cycles: readonly MeasuredCycle[]; plans: ReadonlyMap<string, Plan> },
): Promise<ReadonlyMap<string, SoldBefore>> {
  const schedules = new Map(cycles.map(({ schedule }) => [schedule.id, schedule]));
  const requested = [...schedules.values()].map((schedule) => {
    return { schedule, cards: plans.get(planKey(schedule))?.cards ?? [] };
  });
  return listManyChainSales(tx, org, requested);
}

/** Schedules with the same key have equal prices. */
function planKey({ planId, planVersion, overrideReferenceId }: ScheduleRow): string {
  return `${planId}@${planVersion} ${overrideReferenceId ?? ''}`;
}

/** By account. */
async function loadInvoices(
  tx: Tx,
  org: Org,
  { cycles, plans }: { cycles: readonly MeasuredCycle[]; plans: ReadonlyMap<string, Plan> },
): Promise<Map<string, CycleRevenue[]>> {
  const { compare } = Temporal.Instant;
  const requested = cycles.flatMap((measured) => {
    const { cards = [] } = plans.get(planKey(measured.schedule)) ?? {};
    const charging = cards.map((card) => chargingCycle(card, measured));
    return [measured.cycle, ...charging.filter((cycle) => cycle !== measured.cycle)];
  });
  const [from] = requested.map(({ startAt }) => startAt).sort(compare);
  const until = requested
    .map(({ endAt }) => endAt)
    .sort(compare)
    .at(-1);
  if (!from || !until) return new Map();
  const accountIds = [...new Set(cycles.map(({ account }) => account.accountId))];
  const invoices = await listCycleRevenue(tx, org, { accountIds, from, until });
  return Map.groupBy(invoices, ({ accountId }) => accountId);
}

/** An invoice may bill only the remaining part of a cycle. */
function invoicesOf({ start, end }: ScheduleCycle, invoices: Said): Said {
  const { compare } = Temporal.PlainDate;
  return invoices.filter(({ cycleStart }) => compare(cycleStart, start) >= 0 && compare(cycleStart, end) < 0);
}

/** Before the end of the grace period, and while the invoice waits to be issued. */
function isPending(
  { cycle }: MeasuredCycle,
  { invoices, now }: { invoices: Said; now: Temporal.Instant },
): boolean {
  return (
    isBefore(now, cycle.dueAt) || invoices.some((each) => each.isDraft && each.invoiceType === 'STANDARD')
  );
}

function isVoid({ invoiceTiming }: RateCardRow, invoices: Said): boolean {
  const type = invoiceTiming === 'IN_ADVANCE' ? 'STANDARD_ADVANCED' : 'STANDARD';
  const own = invoices.filter(({ invoiceType }) => invoiceType === type);
  return own.length > 0 && own.every((invoice) => invoice.isVoid);
}

function isRequested(query: CheckedQuery, card: RateCardRow): boolean {
  if (query.isUsageOnly && card.type !== 'USAGE') return false;
  return query.billableIds === undefined || query.billableIds.includes(card.billableId);
}

function isUsage({ billableId }: ExtraRevenue, cards: readonly RateCardRow[]): boolean {
  return cards.some((card) => card.type === 'USAGE' && card.billableId === billableId);
}

/** If cards are requested, omits amounts without a card. */
function isRequestedExtra(
  query: CheckedQuery,
  { billableId, isUsage }: PricedCycle['extra'][number],
): boolean {
  if (billableId === null) return query.billableIds === undefined && !query.isUsageOnly;
  if (query.isUsageOnly) return isUsage;
  return query.billableIds === undefined || query.billableIds.includes(billableId);
}

function partition<T>(all: readonly T[], is: (each: T) => boolean): [T[], T[]] {
  return [all.filter(is), all.filter((each) => !is(each))];
}

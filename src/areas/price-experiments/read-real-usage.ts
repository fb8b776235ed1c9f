import { listOverageBuckets } from '#areas/entitlements/index.ts';
import { type LicenseFacts, loadLicenses } from '#areas/invoices/index.ts';
import type { RateCardRow } from '#areas/price-plans/index.ts';
import type { UsageTotals } from '#areas/usage/index.ts';
import { listCycleUsage } from '#areas/usage/index.ts';
import { ZERO } from '#core/decimal.ts';
import { startOfDay } from '#core/period-zone.ts';
import type { Context } from '#platform/http/operation.ts';
import type { RatedCycle } from './rated-cycle.ts';
import { type Overage, overageBlocks } from './read-overage.ts';
import { usageCycleOf } from './read-usage.ts';

type ReadContext = Pick<Context, 'tx' | 'org'>;
type CardsOf = (ratedCycle: RatedCycle) => readonly RateCardRow[];

/** Actual usage of accounts in their cycles, independent of the plan that prices it. */
export interface RealUsage {
  usageOf(ratedCycle: RatedCycle): UsageTotals;
  licensesOf(ratedCycle: RatedCycle): LicenseFacts;
  /** The overage of these cards' blocks around the cycle. */
  overageOf(ratedCycle: RatedCycle, cards: readonly RateCardRow[]): Overage;
}

/** Reads all cycles at once; `cardsOf` are those of all plans. */
export async function readRealUsage(
  context: ReadContext,
  { ratedCycles, cardsOf }: { ratedCycles: readonly RatedCycle[]; cardsOf: CardsOf },
): Promise<RealUsage> {
  const { tx, org } = context;
  const listed = await listCycleUsage(tx, org, ratedCycles.map(usageCycleOf));
  const usage = new Map(ratedCycles.map((ratedCycle, index) => [ratedCycle, listed[index] ?? new Map()]));
  const licenses = await readAllLicenses(context, { ratedCycles, cardsOf });
  return {
    usageOf: (ratedCycle) => usage.get(ratedCycle) ?? new Map(),
    licensesOf: ({ schedule }) => licenses.get(schedule.accountId) as LicenseFacts,
    overageOf: await readAllOverage(context, { ratedCycles, cardsOf }),
  };
}

/** By account, from the first day that any cycle needs to the last. */
async function readAllLicenses(
  { tx, org }: ReadContext,
  { ratedCycles, cardsOf }: { ratedCycles: readonly RatedCycle[]; cardsOf: CardsOf },
): Promise<Map<string, LicenseFacts>> {
  const facts = new Map<string, LicenseFacts>();
  for (const [accountId, own] of Map.groupBy(ratedCycles, ({ schedule }) => schedule.accountId)) {
    const cards = own.flatMap(cardsOf).filter(({ type }) => type === 'LICENSE');
    const types = new Map(
      cards.map(({ billableId, details }) => [billableId, details.licenseRateCard?.type]),
    );
    const licenses = [...types].map(([id, licenseType = 'LICENSE']) => ({ id, licenseType }));
    const from = earliest(own.map(firstLooked));
    const until = latest(own.map(({ part }) => part.endAt));
    facts.set(accountId, await loadLicenses(tx, org, { accountId, licenses, from, until }));
  }
  return facts;
}

/** Includes days that an earlier schedule of the chain bills. */
function firstLooked({ schedule, part }: RatedCycle): Temporal.Instant {
  const { chainStartDate, timeZone } = schedule;
  const isCut = Temporal.PlainDate.compare(part.nominalStart, chainStartDate) < 0;
  return startOfDay(isCut ? chainStartDate : part.nominalStart, timeZone);
}

async function readAllOverage(
  { tx, org }: ReadContext,
  { ratedCycles, cardsOf }: { ratedCycles: readonly RatedCycle[]; cardsOf: CardsOf },
): Promise<RealUsage['overageOf']> {
  const blocks = ratedCycles.flatMap((ratedCycle) => overageBlocks(ratedCycle, cardsOf(ratedCycle)));
  if (blocks.length === 0) return () => new Map();
  const borders = unique(blocks.flatMap(({ from, until }) => [from, until]));
  const accountIds = [...new Set(ratedCycles.map(({ schedule }) => schedule.accountId))];
  const range = { accountIds, from: earliest(borders), until: latest(borders), borders };
  const buckets = await listOverageBuckets(tx, org, range);
  const known = Map.groupBy(buckets, ({ accountId, featureId }) => `${accountId} ${featureId}`);
  const { compare } = Temporal.Instant;
  return (ratedCycle, cards) =>
    new Map(
      overageBlocks(ratedCycle, cards).map(({ featureId, from, until }) => {
        const own = known.get(`${ratedCycle.schedule.accountId} ${featureId}`) ?? [];
        const inside = own.filter(({ at }) => compare(at, from) >= 0 && compare(at, until) < 0);
        return [featureId, inside.reduce((sum, { units }) => sum.plus(units), ZERO)] as const;
      }),
    );
}

function unique(instants: readonly Temporal.Instant[]): Temporal.Instant[] {
  const byText = new Map(instants.map((at) => [at.toString(), at]));
  return [...byText.values()].sort(Temporal.Instant.compare);
}

function earliest(instants: readonly Temporal.Instant[]): Temporal.Instant {
  return instants.toSorted(Temporal.Instant.compare)[0] as Temporal.Instant;
}

function latest(instants: readonly Temporal.Instant[]): Temporal.Instant {
  return instants.toSorted(Temporal.Instant.compare).at(-1) as Temporal.Instant;
}

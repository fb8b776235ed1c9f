import { sumOverage } from '#areas/entitlements/index.ts';
import { featureNotFound, listFeatures } from '#areas/features/index.ts';
import { type RateCardRow, readRecurrence } from '#areas/price-plans/index.ts';
import type { Decimal } from '#core/decimal.ts';
import { startOfDay } from '#core/period-zone.ts';
import { coveredBlock } from '#core/rating/recurrence.ts';
import type { Context } from '#platform/http/operation.ts';
import { getAccountCycle } from './find-account-cycle.ts';
import { calculationInvalid } from './problems.ts';
import type { RatedCycle } from './rated-cycle.ts';
import { requireMember } from './rules.ts';
import type { Config } from './schema.ts';

type ReadContext = Pick<Context, 'tx' | 'org'>;
export type Overage = ReadonlyMap<string, Decimal>;

/** Overage of features; empty without a config. */
export async function readOverage(
  context: ReadContext,
  config: Config<'entitlementOverageConfig'> | undefined,
  cards: readonly RateCardRow[],
): Promise<Overage> {
  if (!config) return new Map();
  const { tx, org } = context;
  const { mode } = config;
  switch (mode) {
    case 'CUSTOM': {
      const path = 'entitlementOverageConfig.custom';
      return readEntries(context, requireMember(config.custom, { path, mode }), path);
    }
    case 'LOOKUP_CYCLE': {
      const path = 'entitlementOverageConfig.lookupCycle';
      const { accountId, billingCycleEndDate } = requireMember(config.lookupCycle, { path, mode });
      // The end is the first instant of the next cycle.
      const at = billingCycleEndDate.subtract({ milliseconds: 1 });
      const { ratedCycle } = await getAccountCycle(tx, org, { accountId, at, path });
      return sumBlocks(context, { ratedCycle, cards });
    }
    default:
      return mode satisfies never;
  }
}

/** For each overage card: an account's overage in the block around one of its cycles. */
async function sumBlocks(
  { tx, org }: ReadContext,
  { ratedCycle, cards }: { ratedCycle: RatedCycle; cards: readonly RateCardRow[] },
): Promise<Overage> {
  const sums = new Map<string, Decimal>();
  for (const range of overageBlocks(ratedCycle, cards)) {
    const { accountId } = ratedCycle.schedule;
    sums.set(range.featureId, await sumOverage(tx, org, { accountId, ...range }));
  }
  return sums;
}

/** For each overage card: the instants of the block that contains a cycle; none in its free cycles. */
export function overageBlocks({ schedule, part }: RatedCycle, cards: readonly RateCardRow[]) {
  const { timeZone } = schedule;
  return cards.flatMap((card) => {
    if (card.type !== 'ENTITLEMENT_OVERAGE') return [];
    const block = coveredBlock(readRecurrence(card), {
      resolved: schedule.resolvedCycle,
      chainStart: schedule.chainStartDate,
      schedule: { start: schedule.startDate, end: schedule.endDate },
      cycle: part,
    });
    if (!block) return [];
    const [from, until] = [startOfDay(block.start, timeZone), startOfDay(block.end, timeZone)];
    return [{ featureId: card.billableId, from, until }];
  });
}

async function readEntries(
  { tx, org }: ReadContext,
  entries: NonNullable<Config<'entitlementOverageConfig'>['custom']>,
  path: string,
): Promise<Overage> {
  const ids = entries.map(({ featureId }) => featureId);
  const known = new Set((await listFeatures(tx, org, ids)).map(({ id }) => id));
  const unknown = ids.find((id) => !known.has(id));
  if (unknown !== undefined) throw featureNotFound({ id: unknown });
  const repeated = ids.findIndex((id, index) => ids.indexOf(id) < index);
  if (repeated >= 0)
    throw calculationInvalid({
      path: `${path}[${repeated}].featureId`,
      rule: 'is repeated; send the sum in one entry',
    });
  return new Map(entries.map(({ featureId, quantity }) => [featureId, quantity]));
}

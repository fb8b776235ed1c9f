import { getAccount } from '#areas/accounts/index.ts';
import { meterIdsOf, type RateCardRow } from '#areas/price-plans/index.ts';
import type { UsageTotals } from '#areas/usage/index.ts';
import { readCycleUsage, sumUsage } from '#areas/usage/index.ts';
import { listUsageMeters, usageMeterNotFound } from '#areas/usage-meters/index.ts';
import type { Context } from '#platform/http/operation.ts';
import { getAccountCycle } from './find-account-cycle.ts';
import type { RatedCycle } from './rated-cycle.ts';
import { checkRange, requireMember } from './rules.ts';
import type { Config } from './schema.ts';

type ReadContext = Pick<Context, 'tx' | 'org' | 'now'>;

export interface RequestedUsage {
  totals: UsageTotals;
  /** The range of a lookup; null if the usage was sent. */
  range: { start: Temporal.Instant; end: Temporal.Instant } | null;
}

/** Quantities by meter. A range has one total, whatever cycles it contains. */
export async function readUsage(
  context: ReadContext,
  config: Config<'usageConfig'>,
  facts: { cards: readonly RateCardRow[]; timeZone: string },
): Promise<RequestedUsage> {
  const { tx, org, now } = context;
  const { mode } = config;
  switch (mode) {
    case 'CUSTOM': {
      const sent = requireMember(config.usageMap, { path: 'usageConfig.usageMap', mode });
      await requireMeters(context, Object.keys(sent));
      const totals = Object.entries(sent).map(([id, units]) => [id, { units, events: 0 }] as const);
      return { totals: new Map(totals), range: null };
    }
    case 'LOOKUP_RANGE': {
      const path = 'usageConfig.lookupRange';
      const { accountId, ...range } = requireMember(config.lookupRange, { path, mode });
      const account = await getAccount(tx, org, accountId);
      checkRange(range, { path, timeZone: facts.timeZone });
      const window = { accountId: account.id, from: range.start, until: range.end };
      return { totals: await sumUsage(tx, org, { ...window, meterIds: meterIdsOf(facts.cards) }), range };
    }
    case 'LOOKUP_CYCLE': {
      const path = 'usageConfig.lookupCycle';
      const { accountId, cycleEffectiveOn: at = now } = requireMember(config.lookupCycle, { path, mode });
      const { ratedCycle } = await getAccountCycle(tx, org, { accountId, at, path });
      const { startAt: start, endAt: end } = ratedCycle.part;
      return { totals: await readCycleUsage(tx, org, usageCycleOf(ratedCycle)), range: { start, end } };
    }
    default:
      return mode satisfies never;
  }
}

export function usageCycleOf({ schedule, part }: RatedCycle) {
  const { accountId, id: scheduleId } = schedule;
  const { start: cycleStart, startAt, endAt } = part;
  return { accountId, scheduleId, cycleStart, startAt, endAt };
}

async function requireMeters({ tx, org }: ReadContext, ids: readonly string[]): Promise<void> {
  const known = new Set((await listUsageMeters(tx, org, ids)).map(({ id }) => id));
  const unknown = ids.find((id) => !known.has(id));
  if (unknown !== undefined) throw usageMeterNotFound({ id: unknown });
}

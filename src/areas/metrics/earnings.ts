import { findRoundingMode } from '#areas/settings/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import type { MeasuredCycle } from './measured-cycles.ts';
import { priceCycles } from './price-cycles.ts';
import type { CheckedQuery } from './query-rules.ts';
import { loadLicenses } from './revenue-licenses.ts';
import { loadMinimums } from './revenue-minimums.ts';
import type { Earned } from './revenue-of-card.ts';
import { earnedBy, extraOf } from './revenue-of-cycle.ts';
import { loadOverage } from './revenue-overage.ts';
import { loadCycleUsage } from './revenue-usage.ts';

/** What a cycle earned at an instant, and by what; null: by no card. */
export interface Earning extends Earned {
  billableId: string | null;
}

/** The range in which instants are told apart; what lies before it in a cycle is one stretch. */
export interface Span {
  from: Temporal.Instant;
  until: Temporal.Instant;
  borders: readonly Temporal.Instant[];
}

/**
 * What cycles earned, unrounded and in the invoice currency of their accounts: what usage adds to the price
 * of its cycle, fees and licences on the days they are earned, and what only the issued invoice says on the
 * last day of its cycle (`metering-pricing.md` section 10).
 */
export async function loadEarnings(
  tx: Tx,
  org: Org,
  ask: {
    query: CheckedQuery;
    cycles: readonly MeasuredCycle[];
    span: Span;
    now: Temporal.Instant;
  },
): Promise<{ measured: MeasuredCycle; earnings: Earning[] }[]> {
  const { query, cycles, span, now } = ask;
  const [roundingMode, priced] = await Promise.all([
    findRoundingMode(tx, org),
    priceCycles(tx, org, { cycles, query, now }),
  ]);
  const [minimums, usage, overage, licenses] = await Promise.all([
    loadMinimums(tx, org, priced),
    loadCycleUsage(tx, org, { cycles, span }),
    loadOverage(tx, org, { priced, span }),
    loadLicenses(tx, org, priced),
  ]);
  return priced.map(({ measured, cards, sales, extra }) => ({
    measured,
    earnings: [
      ...cards.flatMap((card) =>
        earnedBy(card, {
          measured,
          sales,
          now,
          roundingMode,
          minimums,
          usage,
          overage,
          licenses,
        }).map((earned) => ({
          ...earned,
          billableId: card.billableId,
        })),
      ),
      ...extraOf(measured, extra),
    ],
  }));
}

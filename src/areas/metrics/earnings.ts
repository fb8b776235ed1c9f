import { findRoundingMode } from '#areas/settings/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { mapInTurns } from '#platform/turns.ts';
import type { MeasuredCycle } from './measured-cycles.ts';
import { priceCycles } from './price-cycles.ts';
import type { CheckedQuery } from './query-rules.ts';
import { loadLicenses } from './revenue-licenses.ts';
import { loadMinimums } from './revenue-minimums.ts';
import type { Earned } from './revenue-of-card.ts';
import { earnedBy, extraOf } from './revenue-of-cycle.ts';
import { loadOverage } from './revenue-overage.ts';
import { loadCycleUsage } from './revenue-usage.ts';

/** The revenue of a cycle at an instant, with its billable; null: no card. */
export interface Earning extends Earned {
  billableId: string | null;
  /** Whether a usage card of its billable earns it. */
  isUsage: boolean;
}

/** The range in which instants are distinguished; earlier parts of a cycle form one interval. */
export interface Span {
  from: Temporal.Instant;
  until: Temporal.Instant;
  borders: readonly Temporal.Instant[];
}

/**
 * Revenue of cycles, unrounded and in the invoice currency of their accounts: usage earns its change of the
 * cycle's price, fees and licenses earn on their days, and amounts that only the issued invoice has are
 * earned on the last day of its cycle (`metering-pricing.md` section 10).
 */
export async function loadEarnings(
  tx: Tx,
  org: Org,
  request: {
    query: CheckedQuery;
    cycles: readonly MeasuredCycle[];
    span: Span;
    now: Temporal.Instant;
  },
): Promise<{ measured: MeasuredCycle; earnings: Earning[] }[]> {
  const { query, cycles, span, now } = request;
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
  return mapInTurns(priced, ({ measured, cards, sales, extra }) => ({
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
          isUsage: card.type === 'USAGE',
        })),
      ),
      ...extraOf(measured, extra),
    ],
  }));
}

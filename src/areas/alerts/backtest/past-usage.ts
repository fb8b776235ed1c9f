import { growsByHours, listUsageAt } from '#areas/usage/index.ts';
import { findUsageMeter, type UsageMeterRow, usageMeterNotFound } from '#areas/usage-meters/index.ts';
import { type Decimal, decimal } from '#core/decimal.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { sumUnits } from '../observe/usage.ts';
import type { AlertRow } from '../store/alerts.ts';
import type { ReadValues, WantedPeriod } from './past-sights.ts';

interface Parts {
  tx: Tx;
  org: Org;
  now: Temporal.Instant;
}

/** The most checks within an hour whose usage is summed from events, each by its own statement. */
const MAX_EXACT = 200;

/** Whether the usage so far costs a statement for each check. */
export async function isCostly({ tx, org }: Parts, alert: AlertRow): Promise<boolean> {
  return !growsByHours((await getMeter(tx, org, alert)).aggregation);
}

/**
 * The usage of periods at checks, from the rollups of hours. A check within an hour has the usage until its
 * start, except where the threshold was reached in that hour: there it is summed from events.
 */
export async function usageReader(parts: Parts, alert: AlertRow): Promise<ReadValues> {
  const { tx, org, now } = parts;
  const { id, aggregation } = await getMeter(tx, org, alert);
  const { accountId } = alert;
  return async (wanted) => {
    const windows = wanted.map(({ period: { startAt, endAt }, at }) => ({
      ...{ from: startAt, at },
      until: Temporal.Instant.compare(endAt, now) < 0 ? endAt : now,
    }));
    const coarse = await listUsageAt(tx, org, { meter: { id, aggregation }, accountId, windows });
    return growsByHours(aggregation) ? refine(parts, alert, { wanted, coarse }) : coarse;
  };
}

interface Coarse {
  wanted: readonly WantedPeriod[];
  coarse: readonly (readonly Decimal[])[];
}

function refine(parts: Parts, alert: AlertRow, { wanted, coarse }: Coarse): Promise<Decimal[][]> {
  const threshold = alert.threshold ?? decimal(0);
  let left = MAX_EXACT;
  return Promise.all(
    wanted.map(({ period, at }, index) =>
      Promise.all(
        at.map((until, place) => {
          const value = coarse[index]?.[place] as Decimal;
          const next = coarse[index]?.[place + 1];
          const isCrossed = value.lt(threshold) && (next === undefined || next.gte(threshold));
          if (!isCrossed || left-- <= 0) return value;
          return sumUnits(parts, alert, { startAt: period.startAt, endAt: until, cycle: null });
        }),
      ),
    ),
  );
}

async function getMeter(tx: Tx, org: Org, { entityId }: AlertRow): Promise<UsageMeterRow> {
  const id = entityId ?? '';
  const meter = await findUsageMeter(tx, org, id);
  if (!meter) throw usageMeterNotFound({ id });
  return meter;
}

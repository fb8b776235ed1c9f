import { listNewValues } from '#areas/usage/index.ts';
import { decimal } from '#core/decimal.ts';
import { awaitRunningIngestions } from '#platform/db/scheduled-work.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import type { AlertRow } from '../store/alerts.ts';
import type { Sight } from './observation.ts';

const RECENT_HOURS = 30 * 24;

/** A value of a dimension, and the schema of its events. */
export interface DimensionValue {
  schemaName: string;
  dimension: string;
  value: string;
}

/** Each value that no meter accepts, with the number of its events in the last 30 days. */
export async function observeNewValues(
  { tx, org, now }: ScheduledWorkContext,
  { entityId: schemaName, threshold }: AlertRow,
): Promise<Sight> {
  await awaitRunningIngestions(tx, org);
  const since = now.subtract({ hours: RECENT_HOURS });
  const found = await listNewValues(tx, org, { schemaName, since });
  return {
    observations: found.map(({ events, ...each }) => {
      const value = decimal(events);
      const holds = threshold === null || value.gte(threshold);
      return { scopeKey: scopeKeyOf(each), value, holds, period: null };
    }),
    isComplete: true,
  };
}

/** The scope key of its incidents, from which `valueOfKey` reads it again. */
function scopeKeyOf({ schemaName, dimension, value }: DimensionValue): string {
  return JSON.stringify([schemaName, dimension, value]);
}

export function valueOfKey(scopeKey: string): DimensionValue {
  const [schemaName, dimension, value] = JSON.parse(scopeKey) as [string, string, string];
  return { schemaName, dimension, value };
}

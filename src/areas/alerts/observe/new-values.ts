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

export async function observeNewValues(context: ScheduledWorkContext, alert: AlertRow): Promise<Sight> {
  return seeNewValues(alert, await readNewValues(context, alert.entityId));
}

type FoundValues = Awaited<ReturnType<typeof readNewValues>>;

/** Each value that no meter accepts, with the number of its events in the last 30 days. Null: all schemas. */
export async function readNewValues({ tx, org, now }: ScheduledWorkContext, schemaName: string | null) {
  await awaitRunningIngestions(tx, org);
  return listNewValues(tx, org, { schemaName, since: now.subtract({ hours: RECENT_HOURS }) });
}

/** What an alert sees of the values of its schema or of all. */
export function seeNewValues({ entityId, threshold }: AlertRow, found: FoundValues): Sight {
  const own = entityId === null ? found : found.filter(({ schemaName }) => schemaName === entityId);
  return {
    observations: own.map(({ events, ...each }) => {
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

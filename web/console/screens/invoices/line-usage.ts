import type {
  explainUncountedEvents,
  listMeteredEvents,
  listOverageEvents,
} from '../../../api/generated/events-and-usage.ts';
import type { GetMetricsRequest } from '../../../api/generated/request-types.ts';
import type { ExplainedLine, GetMetricsResponse } from '../../../api/generated/types.ts';
import type { InputOf } from '../../../api/operation.ts';
import { wholeOf } from '../../../format/decimals.ts';
import type { ChartPoint } from '../../../ui/chart/chart-view.ts';

/** What to ask the service for the events behind a line, by its meter, its account and its time. */
export interface LineUsage {
  accountId: string;
  meter: NonNullable<ExplainedLine['meter']>;
  from: string;
  until: string;
  /** As the invoice counted them. */
  eventCount: number;
  events: InputOf<typeof listMeteredEvents>;
  uncounted: InputOf<typeof explainUncountedEvents>;
}

export function usageOf({ meter, usage, eventCount }: ExplainedLine): LineUsage | null {
  if (!meter || !usage) return null;
  const { accountId, from, until } = usage;
  return {
    ...{ accountId, meter, from, until, eventCount: wholeOf(eventCount ?? null) ?? 0 },
    events: { account_id: accountId, usage_meter_id: meter.id, from, until },
    uncounted: { account_id: accountId, usage_meter_id: meter.id, from, until },
  };
}

/** What to ask the service for the events of an overage: those that used a feature beyond its credits. */
export function overageOf({ type, lineId, usage }: ExplainedLine): InputOf<typeof listOverageEvents> | null {
  if (type !== 'ENTITLEMENT_OVERAGE_RATE_CARD_AMOUNT' || !usage || lineId === undefined) return null;
  const { accountId, from, until } = usage;
  return { account_id: accountId, feature_id: lineId, from, until };
}

/** The service counts at most this many days at once. */
const MAX_DAYS = 300;
const DAY_MS = 86_400_000;

/** The request for the quantity of each day; null if there are too many days. */
export function metricsOf({ accountId, meter, from, until }: LineUsage): GetMetricsRequest | null {
  if ((Date.parse(until) - Date.parse(from)) / DAY_MS > MAX_DAYS - 1) return null;
  return {
    ...{ startTime: from, endTime: until },
    metricQueries: [
      {
        ...{ id: 'days', name: 'METER_USAGE', aggregationPeriod: 'DAY' },
        filters: [
          { fieldName: 'ACCOUNT_ID', fieldValues: [accountId] },
          { fieldName: 'USAGE_METER_ID', fieldValues: [meter.id] },
        ],
      },
    ],
  };
}

/** One point for each day; a day without usage is zero. */
export function daysOf({ results }: GetMetricsResponse, { from }: Pick<LineUsage, 'from'>): ChartPoint[] {
  const [days] = results[0]?.data ?? [];
  if (!days) return [{ at: from, values: ['0'] }];
  return days.timestamps.map((at, index) => ({ at, values: [days.metricValues[index] ?? '0'] }));
}

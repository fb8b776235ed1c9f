import type { Ledger, SentEvent } from './careful-client.ts';
import type { Owned } from './database-server.ts';
import type { FaultSetup } from './setup.ts';
import type { TallymarkProcess } from './tallymark-process.ts';

/** What is wrong, seen through the API alone. Everything empty is what the service promises. */
export interface Findings {
  /** Events that were answered with 202 and are not there as accepted. */
  lost: string[];
  /** Events that were accepted more than once. */
  doubled: string[];
  /** Sums that are not what the accepted events come to, each event once: `what: found, not expected`. */
  wrongSums: string[];
}

export const NOTHING_WRONG: Findings = { lost: [], doubled: [], wrongSums: [] };

const DAY = { startTime: '2030-01-01T00:00:00Z', endTime: '2030-01-02T00:00:00Z' };
const METERED = 'INGESTION_COMPLETED_EVENT_METERED';

/**
 * Compares what the client knows with the events, the sums of hours, and the sums of cycles. An event without
 * an answer may be there or not, but at most once.
 */
export async function audit(
  { tallymark, database }: { tallymark: TallymarkProcess; database: Owned },
  setup: FaultSetup,
  ledger: Ledger,
): Promise<Findings> {
  // As autovacuum does within a minute: a planner without figures makes pages ten times as slow.
  await database.query('analyze events, event_contexts, event_keys');
  const times = await countAccepted(tallymark);
  const accepted = ledger.sent.filter(({ id }) => times.has(id));
  const found = await readSums(tallymark);
  const expected = sumUp(accepted, setup);
  return {
    lost: [...ledger.answered].filter((id) => !times.has(id)),
    doubled: [...times].filter(([, count]) => count > 1).map(([id]) => id),
    wrongSums: [...new Set([...found.keys(), ...expected.keys()])]
      .filter((name) => found.get(name) !== expected.get(name))
      .map((name) => `${name}: ${found.get(name)}, not ${expected.get(name)}`),
  };
}

/** How many events of the day have a status. */
export async function countEvents({ must }: TallymarkProcess, status: string): Promise<number> {
  const filters = [{ fieldName: 'EVENT_STATUS', fieldValues: [status] }];
  const { results } = await must<Metrics>('POST', '/metrics', {
    ...DAY,
    metricQueries: [{ id: 'events', name: 'EVENTS', aggregationPeriod: 'DAY', filters }],
  });
  return results[0]?.data[0]?.metricValues[0] ?? 0;
}

interface Page {
  events: { eventPayload: { id: string } }[];
  nextToken?: string | null;
}

/** How often each event id is listed as accepted and metered. */
async function countAccepted({ must }: TallymarkProcess): Promise<Map<string, number>> {
  const times = new Map<string, number>();
  const first = `status=${METERED}&pageSize=50`;
  for (let query: string | null = first; query !== null; ) {
    const page: Page = await must('GET', `/events?${query}`);
    for (const { eventPayload } of page.events)
      times.set(eventPayload.id, (times.get(eventPayload.id) ?? 0) + 1);
    query = page.nextToken ? `nextToken=${encodeURIComponent(page.nextToken)}` : null;
  }
  return times;
}

interface Metrics {
  results: {
    id: string;
    data: { groupedBy?: { fieldValue: string }; timestamps: string[]; metricValues: number[] }[];
  }[];
}

/** Units by account and hour, units by account and cycle, and the number of metered events. */
async function readSums({ must }: TallymarkProcess): Promise<Map<string, number>> {
  const filters = [{ fieldName: 'EVENT_STATUS', fieldValues: [METERED] }];
  const { results } = await must<Metrics>('POST', '/metrics', {
    ...DAY,
    metricQueries: [
      { id: 'hour', name: 'METER_USAGE', aggregationPeriod: 'HOUR', groupBy: 'ACCOUNT_ID' },
      { id: 'cycle', name: 'USAGE_FOR_CYCLE', groupBy: 'ACCOUNT_ID' },
      { id: 'events', name: 'EVENTS', aggregationPeriod: 'DAY', filters },
    ],
  });
  const sums = new Map<string, number>();
  for (const { id, data } of results)
    for (const { groupedBy, timestamps, metricValues } of data)
      for (const [index, value] of metricValues.entries())
        if (value !== 0) sums.set(nameOf(id, groupedBy?.fieldValue, timestamps[index]), value);
  return sums;
}

function sumUp(events: readonly SentEvent[], { accountIds }: FaultSetup): Map<string, number> {
  const sums = new Map<string, number>();
  const add = (name: string, value: number) => sums.set(name, (sums.get(name) ?? 0) + value);
  for (const { accountId, timestamp, attributes } of events) {
    if (!accountIds.includes(accountId)) continue;
    const units = Number(attributes[0]?.value);
    add(nameOf('hour', accountId, timestamp), units);
    add(nameOf('cycle', accountId, DAY.startTime), units);
    add(nameOf('events', undefined, DAY.startTime), 1);
  }
  return sums;
}

function nameOf(id: string, group = '', time = ''): string {
  return [id, group, Temporal.Instant.from(time)].join(' ').trim();
}

import type { DemoAccount } from './accounts.ts';
import type { Model } from './catalog.ts';
import { randomOf } from './random.ts';

export interface DemoEvent {
  id: string;
  schemaName: string;
  /** ISO 8601, UTC. */
  timestamp: string;
  accountId: string;
  attributes: readonly { name: string; value: string }[];
  dimensions: Readonly<Record<string, string>>;
}

/** From Monday on: offices rest at the weekend. */
const OF_WEEKDAY = [1.1, 1.15, 1.2, 1.15, 1.1, 0.6, 0.55] as const;
/** Shares of a day in blocks of four hours, UTC. */
const OF_HOURS = [0.06, 0.12, 0.24, 0.28, 0.2, 0.1] as const;
const MODEL_SHARES: readonly (readonly [Model, number])[] = [
  ['mini', 0.6],
  ['pro', 0.32],
  ['max', 0.08],
];
const REGIONS = ['eu-central', 'us-east', 'ap-northeast'] as const;
const HOUR_MS = 3_600_000;

/** The events of an account on a day, as seeded by both: in order of their time, at most until `until`. */
export function eventsOf(
  account: DemoAccount,
  day: Temporal.PlainDate,
  { factor = 1, until }: { factor?: number; until: Temporal.Instant },
): DemoEvent[] {
  const random = randomOf(`${account.id} ${day.month}-${day.day}`);
  // Counted from 1 September, not by name: amounts are the same in every year.
  const weekday = OF_WEEKDAY[day.since(day.with({ month: 9, day: 1 })).days % 7] ?? 1;
  const count = Math.round(account.eventsPerDay * weekday * factor * (0.85 + 0.3 * random()));
  const start = day.toZonedDateTime('UTC').epochMilliseconds;
  const times = Array.from({ length: count }, () => start + timeOfDay(random)).sort((a, b) => a - b);
  return times
    .map((time, index) => eventAt(account, { time, id: `${account.id}-${day}-${index + 1}`, random }))
    .filter(({ timestamp }) => Temporal.Instant.compare(Temporal.Instant.from(timestamp), until) <= 0);
}

function timeOfDay(random: () => number): number {
  const block = pick(
    OF_HOURS.map((share, index) => [index, share] as const),
    random,
  );
  return Math.floor((block + random()) * 4 * HOUR_MS);
}

function eventAt(
  account: Pick<DemoAccount, 'id'>,
  { time, id, random }: { time: number; id: string; random: () => number },
): DemoEvent {
  const timestamp = Temporal.Instant.fromEpochMilliseconds(time).toString();
  const common = { id, timestamp, accountId: account.id };
  const kind = random();
  if (kind < 0.86) return { ...common, ...completion(random) };
  if (kind < 0.96) {
    const size = random() < 0.7 ? '1024' : '2048';
    return { ...common, ...eventOf('image', { images: 1 + Math.floor(random() * 4) }, { size }) };
  }
  const seconds = 30 + Math.floor(random() * 1_200);
  return { ...common, ...eventOf('gpu_job', { seconds }, { gpu: random() < 0.8 ? 'l40s' : 'h200' }) };
}

/** A request of a model: mostly short, sometimes a long document. */
export function completion(random: () => number, model: string = `nimbus-${pick(MODEL_SHARES, random)}`) {
  const isLong = random() < 0.1;
  const input = Math.floor((isLong ? 300_000 : 15_000) * (0.3 + random() * 1.7));
  const tokens = {
    input_tokens: input,
    output_tokens: Math.floor(input * (0.1 + random() * 0.4)),
    cached_tokens: random() < 0.5 ? Math.floor(input * random()) : 0,
  };
  const region = REGIONS[Math.floor(random() * REGIONS.length)] ?? REGIONS[0];
  return eventOf('completion', tokens, { model, region });
}

function eventOf(schemaName: string, attributes: Record<string, number>, dimensions: Record<string, string>) {
  return {
    ...{ schemaName, dimensions },
    attributes: Object.entries(attributes).map(([name, value]) => ({ name, value: String(value) })),
  };
}

function pick<T>(shares: readonly (readonly [T, number])[], random: () => number): T {
  let left = random() * shares.reduce((sum, [, share]) => sum + share, 0);
  for (const [value, share] of shares) {
    left -= share;
    if (left < 0) return value;
  }
  return (shares.at(-1) as readonly [T, number])[0];
}

/** The days of a range, both ends included. */
export function* daysOf(first: Temporal.PlainDate, last: Temporal.PlainDate): Generator<Temporal.PlainDate> {
  for (let day = first; Temporal.PlainDate.compare(day, last) <= 0; day = day.add({ days: 1 })) yield day;
}

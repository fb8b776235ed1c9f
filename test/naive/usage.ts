import { compare, type Fraction, max, min, minus, NONE, over, plus, read, times, write } from './fraction.ts';

/**
 * What events come to, once more and from the specification alone (`metering-pricing.md` 4 to 9): every event
 * is kept, and every quantity is worked out from all of them. Nothing here is fast, and nothing is shared
 * with the product.
 */
export interface SentEvent {
  id: string;
  schema: string;
  account: string;
  at: Temporal.Instant;
  attributes: Readonly<Record<string, string>>;
  dimensions: Readonly<Record<string, string>>;
}

export type Aggregation =
  | 'COUNT'
  | 'SUM'
  | 'MAX'
  | 'MIN'
  | 'AVERAGE'
  | 'UNIQUE_COUNT'
  | 'LATEST'
  | 'TIME_WEIGHTED_SUM';

export interface Meter {
  name: string;
  aggregation: Aggregation;
  /** Whether the meter looks at the event at all. */
  isFor(event: SentEvent): boolean;
  /** A decimal, or any text that UNIQUE_COUNT tells apart. */
  valueOf(event: SentEvent): string;
}

export interface Range {
  from: Temporal.Instant;
  until: Temporal.Instant;
}

/** A pricing cycle of an account, and until when events of it are taken. */
export interface Cycle extends Range {
  deadline: Temporal.Instant;
}

/** What is known when an event is looked at. */
export interface World {
  now: Temporal.Instant;
  accounts: ReadonlyMap<string, 'ACTIVE' | 'DRAFT'>;
  aliases: readonly { value: string; account: string; from?: Temporal.Instant; until?: Temporal.Instant }[];
  /** Fields that each event of an active schema has to have. */
  schemas: ReadonlyMap<string, readonly string[]>;
  meters: readonly Meter[];
  cycles: ReadonlyMap<string, readonly Cycle[]>;
}

/** What was counted of an event, by one meter. */
interface Counted {
  order: number;
  account: string;
  meter: Meter;
  at: Temporal.Instant;
  value: string;
}

export interface Ledger {
  send(event: SentEvent): void;
  /** The world is another one: what waits is looked at again. */
  change(changes: Partial<World>): void;
  readonly world: World;
  quantity(requested: { account: string; meter: Meter } & Range): Fraction;
}

export function openLedger(begin: World): Ledger {
  let world = begin;
  let sent = 0;
  const taken = new Set<string>();
  const counted: Counted[] = [];
  let waiting: { event: SentEvent; order: number }[] = [];
  const take = (event: SentEvent, order: number) => {
    const outcome = judge(event, world);
    // 4.5: who waits keeps its id; who failed for good gives it back.
    if (outcome === 'FAILED') taken.delete(event.id);
    else taken.add(event.id);
    if (outcome === 'WAITS') waiting.push({ event, order });
    else if (outcome !== 'FAILED')
      for (const { meter, value } of outcome.values)
        counted.push({ order, account: outcome.account, meter, at: event.at, value });
  };
  return {
    send(event) {
      sent += 1;
      if (!taken.has(event.id)) take(event, sent);
    },
    change(changes) {
      world = { ...world, ...changes };
      const looked = waiting;
      waiting = [];
      for (const { event, order } of looked) take(event, order);
    },
    get world() {
      return world;
    },
    quantity({ account, meter, ...range }) {
      const found = counted.filter(
        (each) => each.account === account && each.meter === meter && isIn(each.at, range),
      );
      return aggregate(meter.aggregation, found, range);
    },
  };
}

type Outcome = 'WAITS' | 'FAILED' | { account: string; values: { meter: Meter; value: string }[] };

/** Section 5: the first step that fails decides. */
function judge(event: SentEvent, world: World): Outcome {
  const fields = world.schemas.get(event.schema);
  if (!fields) return 'WAITS';
  const account = findAccount(event, world);
  if (account === null || world.accounts.get(account) === 'DRAFT') return 'WAITS';
  const given = { ...event.attributes, ...event.dimensions };
  if (fields.some((name) => given[name] === undefined)) return 'FAILED';
  if (isTooEarly(event, world) || isTooLate(event, account, world)) return 'FAILED';
  const meters = world.meters.filter((meter) => meter.isFor(event));
  if (Object.values(event.attributes).some(isTooLong)) return 'FAILED';
  return { account, values: meters.map((meter) => ({ meter, value: meter.valueOf(event) })) };
}

/** Section 6. */
function findAccount({ account: reference, at }: SentEvent, { accounts, aliases }: World): string | null {
  if (accounts.has(reference)) return reference;
  const alias = aliases.find(
    ({ value, from, until }) =>
      value === reference.trim().toLowerCase() &&
      (!from || !isBefore(at, from)) &&
      (!until || isBefore(at, until)),
  );
  return alias?.account ?? null;
}

/** Section 7. */
function isTooEarly({ at }: SentEvent, { now }: World): boolean {
  return isBefore(now.add({ hours: 24 }), at);
}

function isTooLate({ at }: SentEvent, account: string, { now, cycles }: World): boolean {
  const cycle = cycles.get(account)?.find((each) => isIn(at, each));
  return cycle ? !isBefore(now, cycle.deadline) : isBefore(at, now.subtract({ hours: 400 * 24 }));
}

/** 0.1: more digits than can be kept are refused, never cut. */
function isTooLong(text: string): boolean {
  const [, whole = '', fraction = ''] = /^-?0*(\d*)(?:\.(\d*?)0*)?$/.exec(text) ?? [];
  return whole.length > 30 || fraction.length > 18;
}

/** 9.4, and of LATEST and TIME_WEIGHTED_SUM decision 0033. */
function aggregate(aggregation: Aggregation, found: readonly Counted[], range: Range): Fraction {
  const values = () => found.map(({ value }) => read(value));
  const total = () => values().reduce(plus, NONE);
  const count = read(found.length);
  if (found.length === 0) return NONE;
  switch (aggregation) {
    case 'COUNT':
      return count;
    case 'SUM':
      return total();
    case 'MAX':
      return values().reduce(max);
    case 'MIN':
      return values().reduce(min);
    case 'AVERAGE':
      return over(total(), count);
    case 'UNIQUE_COUNT':
      return read(new Set(found.map(({ value }) => keyOf(value))).size);
    case 'LATEST':
      return read(found.reduce(later).value);
    case 'TIME_WEIGHTED_SUM': {
      const rest = found.map(({ value, at }) => times(read(value), length({ from: at, until: range.until })));
      return over(rest.reduce(plus, NONE), length(range));
    }
    default:
      return aggregation satisfies never;
  }
}

/** Of two at one instant the one that was sent last. */
function later(one: Counted, other: Counted): Counted {
  const byTime = Temporal.Instant.compare(one.at, other.at) || one.order - other.order;
  return byTime > 0 ? one : other;
}

/** A number is one key however it is written. */
function keyOf(value: string): string {
  return /^-?\d+(?:\.\d+)?$/.test(value) ? write(read(value)) : value;
}

function length({ from, until }: Range): Fraction {
  return { n: (until.epochNanoseconds - from.epochNanoseconds) / 1_000n, d: 1_000_000n };
}

function isIn(at: Temporal.Instant, { from, until }: Range): boolean {
  return !isBefore(at, from) && isBefore(at, until);
}

function isBefore(one: Temporal.Instant, other: Temporal.Instant): boolean {
  return Temporal.Instant.compare(one, other) < 0;
}

/** Whether a quantity is what was expected: divisions end after 18 digits. */
export function isSame(one: Fraction, other: Fraction): boolean {
  const difference = minus(one, other);
  const size = compare(difference, NONE) < 0 ? minus(NONE, difference) : difference;
  return compare(size, { n: 1n, d: 10n ** 18n }) < 0;
}

import { problemKind } from '../problem.ts';

/** The rate limit that applies: to an organization (by kind of call), a portal token, or an IP address. */
export type RateClass = 'ingest' | 'ingestBatch' | 'other' | 'portal' | 'unauthenticated';

/** `count` calls per `perMs` milliseconds. */
export interface Rate {
  count: number;
  perMs: number;
}

/** Null: no limit. */
export type RateLimits = Readonly<Record<RateClass, Rate | null>>;

export interface RateLimiter {
  /** Counts one call and returns the rate limit headers. Throws `rateLimited` when the limit is exceeded. */
  take(name: RateClass, key: string): Readonly<Record<string, string>>;
  /** Number of callers in memory. */
  readonly size: number;
}

/** The burst size, as a multiple of the rate. */
const BURST = 2;
/** Callers kept in memory per class; the least recent are dropped. */
const MAX_KEYS = 20_000;
/** Rounding errors of the division must not delay a call. */
const ROUNDING_MS = 0.001;

interface Exceeded {
  name: RateClass;
  rate: Rate;
  waitMs: number;
  headers: Record<string, string>;
}

/** For ordinary calls; other classes get other advice. */
const TEMPLATE = 'rate limit exceeded; send at most {rate}; repeat this request in {seconds} s';
export const rateLimited = problemKind(
  'RATE_LIMITED',
  { status: 429, template: TEMPLATE },
  ({ name, rate, waitMs, headers }: Exceeded) => {
    const seconds = Math.max(1, Math.ceil(waitMs / 1000));
    const advice = `${ADVICE[name]} ${rateText(rate)}; repeat this request in ${seconds} s`;
    const message = `rate limit exceeded; ${advice}`;
    return { message, headers: { ...headers, 'retry-after': String(seconds) } };
  },
);

const ADVICE: Readonly<Record<RateClass, string>> = {
  ingest: 'send at most',
  ingestBatch: 'send larger batches, at most',
  other: 'send at most',
  portal: 'send at most',
  unauthenticated: 'send a valid credential, or without one at most',
};

/**
 * A token bucket per caller and class, in this process. A bucket is stored as the instant at which it will be
 * full again, so that an unused one needs no memory: it equals a dropped one.
 */
export function rateLimiter(limits: RateLimits, nowMs: () => number = () => performance.now()): RateLimiter {
  const buckets = new Map<RateClass, Map<string, number>>();
  return {
    take: (name, key) => {
      const rate = limits[name];
      if (rate === null) return {};
      const fullAt = buckets.get(name) ?? new Map<string, number>();
      buckets.set(name, fullAt);
      const [now, callMs] = [nowMs(), rate.perMs / rate.count];
      const until = Math.max(now, fullAt.get(key) ?? now);
      const waitMs = until - now - (rate.count * BURST - 1) * callMs;
      const isAllowed = waitMs <= ROUNDING_MS;
      const next = isAllowed ? until + callMs : until;
      rememberLast(fullAt, key, next);
      const headers = headersOf(rate, next - now);
      if (!isAllowed) throw rateLimited({ name, rate, waitMs, headers });
      return headers;
    },
    get size() {
      return [...buckets.values()].reduce((sum, { size }) => sum + size, 0);
    },
  };
}

/** A map keeps insertion order, so its first entry is the least recently used. */
function rememberLast(fullAt: Map<string, number>, key: string, at: number): void {
  fullAt.delete(key);
  fullAt.set(key, at);
  if (fullAt.size <= MAX_KEYS) return;
  const [oldest] = fullAt.keys();
  if (oldest !== undefined) fullAt.delete(oldest);
}

/** `fullInMs`: the milliseconds until the bucket is full again. */
function headersOf(rate: Rate, fullInMs: number): Record<string, string> {
  const limit = rate.count * BURST;
  const missing = ((fullInMs - ROUNDING_MS) * rate.count) / rate.perMs;
  return {
    'ratelimit-limit': String(limit),
    'ratelimit-remaining': String(Math.max(0, limit - Math.ceil(missing))),
    'ratelimit-reset': String(Math.ceil((fullInMs - ROUNDING_MS) / 1000)),
  };
}

const UNITS = { s: 1000, m: 60_000, h: 3_600_000 } as const;

/** Parses a rate as settings write it, `300/m`. Undefined for an invalid text, null for `off`. */
export function parseRate(text: string): Rate | null | undefined {
  if (/^off$/i.test(text)) return null;
  const match = /^([1-9]\d{0,6})\/([smh])$/.exec(text);
  return match ? { count: Number(match[1]), perMs: UNITS[match[2] as keyof typeof UNITS] } : undefined;
}

function rateText({ count, perMs }: Rate): string {
  const unit = perMs === UNITS.s ? 'second' : perMs === UNITS.m ? 'minute' : 'hour';
  return `${count} request${count === 1 ? '' : 's'} a ${unit}`;
}

/**
 * The key that an IP address counts under: IPv4 as it is, IPv6 by its first 64 bits, because one subscriber
 * has all addresses with that prefix.
 */
export function addressKey(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped) return mapped[1] as string;
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.split('%')[0]?.split('::') ?? [];
  const groups = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? [] : Array(Math.max(0, 8 - groups.length - after.length)).fill('0');
  return [...groups, ...zeros, ...after].slice(0, 4).join(':');
}

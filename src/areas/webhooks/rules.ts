import type { OutboundResult } from '#platform/outbound/outbound.ts';

/**
 * Seconds to wait after the first failure, the second, and so on; the attempt after the last wait is final.
 */
const RETRY_SECONDS = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400] as const;
const JITTER = 0.1;
const MAX_RETRY_AFTER_SECONDS = 86_400;
const GIVE_UP_ENDPOINT = { hours: 5 * 24 } as const;

export type Verdict =
  | { status: 'DELIVERED' }
  | { status: 'RETRYING'; nextAttemptAt: Temporal.Instant }
  | { status: 'FAILED' };

/** The result of an attempt: the table of `money-platform.md` 20.3. */
export function decideAttempt(
  result: Pick<OutboundResult, 'status' | 'retryAfter'>,
  tried: { failuresBefore: number; at: Temporal.Instant; random: number },
): Verdict {
  const { status, retryAfter } = result;
  if (status !== null && status >= 200 && status < 300) return { status: 'DELIVERED' };
  if (status === 410) return { status: 'FAILED' };
  const seconds = RETRY_SECONDS[tried.failuresBefore];
  if (seconds === undefined) return { status: 'FAILED' };
  const requested = status === 429 || status === 503 ? readRetryAfter(retryAfter, tried.at) : 0;
  const jittered = seconds * (1 + JITTER * (2 * tried.random - 1));
  const milliseconds = Math.round(Math.max(jittered, requested) * 1000);
  return { status: 'RETRYING', nextAttemptAt: tried.at.add({ milliseconds }) };
}

/** Seconds or an HTTP date; anything else counts as absent. At most a day. */
function readRetryAfter(text: string | null, at: Temporal.Instant): number {
  if (text === null) return 0;
  const seconds = /^\d{1,9}$/.test(text) ? Number(text) : (Date.parse(text) - at.epochMilliseconds) / 1000;
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0), MAX_RETRY_AFTER_SECONDS) : 0;
}

/** Why a failure disables an endpoint; null if it does not. */
export function decideEndpoint(
  status: number | null,
  failing: { since: Temporal.Instant; at: Temporal.Instant },
): 'GONE' | 'FAILING' | null {
  if (status === 410) return 'GONE';
  const end = failing.since.add(GIVE_UP_ENDPOINT);
  return Temporal.Instant.compare(end, failing.at) <= 0 ? 'FAILING' : null;
}

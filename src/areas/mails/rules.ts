import type { MailResult } from '#platform/mail/mailer.ts';

/** Seconds to wait after the first failure, the second, and so on: the last attempt is after four days. */
const RETRY_SECONDS = [60, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400, 86_400] as const;
const JITTER = 0.1;

export type MailVerdict =
  | { status: 'SENT' }
  | { status: 'RETRYING'; remaining: string[]; nextAttemptAt: Temporal.Instant }
  | { status: 'FAILED'; remaining: string[] };

/**
 * The status of a mail after an attempt. Recipients that the server accepted, or rejected permanently, are
 * done; the others are retried. The mail is SENT once no recipient is left and the server has accepted at
 * least one in this round, and FAILED if it accepted none or the retries are used up.
 */
export function decideMail(
  result: Pick<MailResult, 'accepted' | 'refused'>,
  tried: {
    remaining: readonly string[];
    /** Whether an earlier attempt of the round was accepted for any recipient. */
    hasLeft: boolean;
    failuresBefore: number;
    at: Temporal.Instant;
    random: number;
  },
): MailVerdict {
  const done = new Set([...result.accepted, ...result.refused]);
  const remaining = tried.remaining.filter((address) => !done.has(address));
  if (remaining.length === 0) {
    const hasLeft = tried.hasLeft || result.accepted.length > 0;
    return hasLeft ? { status: 'SENT' } : { status: 'FAILED', remaining };
  }
  const seconds = RETRY_SECONDS[tried.failuresBefore];
  if (seconds === undefined) return { status: 'FAILED', remaining };
  const milliseconds = Math.round(seconds * (1 + JITTER * (2 * tried.random - 1)) * 1000);
  return { status: 'RETRYING', remaining, nextAttemptAt: tried.at.add({ milliseconds }) };
}

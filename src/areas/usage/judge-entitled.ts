import { accountInDraft, accountNotFound } from '#areas/accounts/index.ts';
import type { Problem } from '#platform/problem.ts';
import type { Outcome } from './event.ts';
import {
  duplicateEvent,
  enrichmentFailed,
  eventRefused,
  insufficientCredits,
  noEventId,
  notAFeatureEvent,
} from './problems.ts';
import type { Event } from './schema.ts';

/** Why an event that asked whether it may be may not; null when it may. */
export type Verdict = null | {
  problem: Problem;
  /** Whether the event stays with its status, for those who look for it. */
  isKept: boolean;
};

/**
 * The checks of `metering-pricing.md` 11.6 in their order. What is debited may be, whatever metering says
 * afterwards. An event that would wait for its schema or account is not kept: what was refused now is not
 * debited later.
 */
export function judgeEntitled(event: Event, outcome: Outcome): Verdict {
  const { status, isParked, isTwin = false, feature, match } = outcome;
  const reason = outcome.description ?? status;
  if (status === 'INGESTION_FAILED_NO_EVENT_ID') return { problem: noEventId(), isKept: false };
  if (status === 'INGESTION_FAILED_DUPLICATE_EVENT')
    return { problem: duplicateEvent({ isTwin }), isKept: true };
  if (!feature) return { problem: notAFeatureEvent(event), isKept: false };
  if (status === 'INGESTION_FAILED_ACCOUNT_NOT_FOUND')
    return { problem: accountNotFound({ id: event.accountId }), isKept: false };
  if (isParked) {
    const id = match?.accountId ?? event.accountId;
    return { problem: accountInDraft({ id }), isKept: false };
  }
  return outcome.debit ? null : { problem: refuse(status, reason), isKept: true };
}

function refuse(status: Outcome['status'], reason: string): Problem {
  switch (status) {
    case 'INGESTION_FAILED_INSUFFICIENT_CREDITS':
      return insufficientCredits({ reason });
    case 'INGESTION_FAILED_ENRICHMENT_FAILED':
      return enrichmentFailed({ reason });
    default:
      return eventRefused({ reason });
  }
}

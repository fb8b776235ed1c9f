import { accountInDraft, accountNotFound } from '#areas/accounts/index.ts';
import { remainderOf } from '#areas/entitlements/index.ts';
import { decimalText } from '#core/decimal.ts';
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

/** Why an entitlement check fails; null if it passes. */
export type Verdict = null | {
  problem: Problem;
  /** Whether the event stays stored with its status, so that it can be looked up. */
  isKept: boolean;
};

/**
 * The checks of `metering-pricing.md` 11.6 in their order. A debited event passes, whatever metering results
 * in afterwards. An event that would wait for its schema or account is not kept, so that a rejected event is
 * never debited later.
 */
export function checkEntitled(event: Event, outcome: Outcome): Verdict {
  const { status, isOnHold, isIdentical = false, feature, match } = outcome;
  const reason = outcome.description ?? status;
  if (status === 'INGESTION_FAILED_NO_EVENT_ID') return { problem: noEventId(), isKept: false };
  if (status === 'INGESTION_FAILED_DUPLICATE_EVENT')
    return { problem: duplicateEvent({ isIdentical }), isKept: true };
  if (!feature) return { problem: notAFeatureEvent(event), isKept: false };
  if (status === 'INGESTION_FAILED_ACCOUNT_NOT_FOUND')
    return { problem: accountNotFound({ id: event.accountId }), isKept: false };
  if (isOnHold) {
    const id = match?.accountId ?? event.accountId;
    return { problem: accountInDraft({ id }), isKept: false };
  }
  if (status === 'INGESTION_FAILED_INSUFFICIENT_CREDITS') {
    const headers = describeRemainder(event, outcome);
    return { problem: insufficientCredits({ reason, headers }), isKept: true };
  }
  return outcome.debit ? null : { problem: reject(status, reason), isKept: true };
}

/** Response headers with the feature's remaining credits and overage at the event's time, after the debit. */
export function describeRemainder({ timestamp }: Event, { wallet }: Outcome): Record<string, string> {
  if (!wallet) return {};
  const { credits, overage } = remainderOf(wallet, timestamp);
  return {
    'credits-remaining': decimalText(credits),
    'overage-remaining': overage ? decimalText(overage) : 'unlimited',
  };
}

function reject(status: Outcome['status'], reason: string): Problem {
  const isEnrichment = status === 'INGESTION_FAILED_ENRICHMENT_FAILED';
  return isEnrichment ? enrichmentFailed({ reason }) : eventRefused({ reason });
}

import { readClock } from '#platform/db/clock.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Ending } from '#platform/db/outbound-calls.ts';
import type { Ended } from '#platform/outbound/make-calls.ts';
import type { ProviderResponse, RefundState, RequestState } from '#platform/payment-provider/provider.ts';
import { planProviderSaid } from './planned-work.ts';
import type { CallRow } from './store/calls.ts';
import { insertProviderEvent } from './store/events.ts';

export type State = RequestState | RefundState;

/** Returns the ending of a call; null while nothing is known. */
export function endingOf({ kind }: CallRow, response: ProviderResponse<State>): Ending | null {
  const state = stateOf(kind, response);
  if (!state) return null;
  const isUnclear = kind === 'CANCEL' && state.status !== 'CANCELLED';
  const lastError = response.outcome === 'REFUSED' ? response.reason : null;
  return { status: isUnclear ? 'GIVEN_UP' : 'DONE', lastError };
}

/**
 * Stores a response as an event, as if the provider had sent it. Raises an alarm for a call without one:
 * nobody knows what the provider has done.
 */
export async function applyResponse(
  tx: Tx,
  { caller, call, response, ending }: Ended<CallRow, State>,
): Promise<void> {
  const { org, deployment } = caller;
  const { id, kind, targetId, connectionId } = call;
  const state = stateOf(kind, response);
  if (!state) {
    const details = { callKind: kind, about: targetId, lastError: ending.lastError };
    return deployment.raiseAlarm({ kind: 'PAYMENT_PROVIDER_SILENT', org, details });
  }
  const type = kind === 'REFUND' ? 'REFUND' : 'REQUEST';
  const event = { id: `answer:${id}`, type, targetId, connectionId, content: state } as const;
  if (!(await insertProviderEvent(tx, org, event))) return;
  await planProviderSaid({ tx, org, now: await readClock(tx, org) }, event);
}

/**
 * Returns null if nothing is known. A provider that rejects a cancellation may already have collected, which
 * its event reports: until then no other request is made.
 */
function stateOf(kind: CallRow['kind'], response: ProviderResponse<State>): State | null {
  switch (response.outcome) {
    case 'ANSWERED':
      return response.value;
    case 'REFUSED':
      return kind === 'CANCEL' ? { status: 'PENDING' } : { status: 'FAILED', reason: response.reason };
    case 'UNKNOWN':
      return null;
    default:
      return response satisfies never;
  }
}

import type { BackgroundParts } from '#platform/jobs/background.ts';
import type { LeasedWorker } from '#platform/jobs/leased-work.ts';
import { type OutboundCalls, startCalls } from '#platform/outbound/make-calls.ts';
import { applyResponse, endingOf, type State } from './apply-response.ts';
import { makeCall } from './make-call.ts';
import { CALL_HOURS } from './rules.ts';
import { type CallRow, PROVIDER_CALLS } from './store/calls.ts';

const providerCalls: OutboundCalls<CallRow, State> = {
  outbox: PROVIDER_CALLS,
  outgoing: 'CHARGES',
  name: 'calls of payment providers',
  maxConcurrent: 64,
  maxPerOrg: 4,
  // Longer than two requests with the work before and after them.
  lease: { seconds: 60 },
  maxHours: CALL_HOURS,
  call: makeCall,
  endingOf,
  apply: applyResponse,
};

/** Makes the due calls to providers, for each organization that it is woken for, until none is left. */
export function startCalling(parts: BackgroundParts): LeasedWorker {
  return startCalls(providerCalls, parts);
}

import type { CallRow } from './store/calls.ts';
import type { RequestRow } from './store/requests.ts';

const CALL_WORDS = { OPEN: 'OPEN', DONE: 'ANSWERED', GIVEN_UP: 'GIVEN_UP' } as const;

/** Returns a request in wire form, with the state of its call. */
export function describeRequest(row: RequestRow, calls: readonly CallRow[]) {
  const { orgId: _org, rowVersion: _version, connectionId: paymentProviderId, ...members } = row;
  const call = calls.find(({ kind }) => kind === 'REQUEST');
  const lastError = calls.findLast(({ lastError: error }) => error !== null)?.lastError;
  return { ...members, paymentProviderId, call: CALL_WORDS[call?.status ?? 'DONE'], lastError };
}

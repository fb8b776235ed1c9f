import { realNow } from '../db/clock.ts';
import type { Database, Tx } from '../db/database.ts';
import {
  type CallOutbox,
  claimCalls,
  deleteOldCalls,
  type Ending,
  endCall,
  type OutboundCall,
  postponeCall,
} from '../db/outbound-calls.ts';
import type { OutgoingKind } from '../db/outgoing-hold.ts';
import { removeInPieces } from '../db/remove-in-pieces.ts';
import type { Deployment } from '../deployment.ts';
import type { Maintenance } from '../http/area.ts';
import type { Org } from '../http/operation.ts';
import type { BackgroundParts } from '../jobs/background.ts';
import type { LeasedWorker } from '../jobs/leased-work.ts';
import type { Outbound } from './outbound.ts';
import { type CallResponse, nextCallAt } from './signed-call.ts';
import { startOutgoing } from './start-outgoing.ts';

/** Calls of one area to an external service, and what their outcomes mean. */
export interface OutboundCalls<R extends OutboundCall, T> {
  outbox: CallOutbox;
  /** An operator may hold these calls. */
  outgoing: OutgoingKind;
  /** Plural name for the log: `calls of finalization hooks`. */
  name: string;
  /** The most concurrent calls of this process. */
  maxConcurrent: number;
  /** The most concurrent calls of one organization, so that a slow service does not delay the others. */
  maxPerOrg: number;
  /** Longer than a call takes with the work before and after it. */
  lease: { seconds: number };
  /** Hours after its first attempt at which a call without a known outcome is given up. */
  maxHours: number;
  /** Makes a call, outside of any transaction. Null if nobody is there to call: its lease expires. */
  call(caller: Caller, call: R): Promise<CallResponse<T> | null>;
  /** Returns the ending of a call; null while its outcome is unknown. */
  endingOf(call: R, response: CallResponse<T>): Ending | null;
  /** Continues with an ending, in the transaction that stores it. */
  apply(tx: Tx, ended: Ended<R, T>): Promise<void>;
}

/** Where a call is made: for an organization, by a process. */
export interface Caller {
  org: Org;
  database: Database;
  deployment: Deployment;
  /** For this call. */
  outbound: Outbound;
  /** Real time. */
  now(): Temporal.Instant;
  /** Runs work before the call in a short transaction. */
  write<W>(work: (tx: Tx) => Promise<W>): Promise<W>;
}

export interface Ended<R, T> {
  caller: Caller;
  call: R;
  response: CallResponse<T>;
  /** Of status GIVEN_UP if the outcome stayed unknown. */
  ending: Ending;
}

/** Makes the due calls, for each organization that the worker is woken for, until none is left. */
export function startCalls<R extends OutboundCall, T>(
  calls: OutboundCalls<R, T>,
  { now = realNow, ...parts }: BackgroundParts,
): LeasedWorker {
  const { outbox, outgoing, name, maxConcurrent, maxPerOrg, lease } = calls;
  const { database, deployment, logger } = parts;
  const actor = { type: 'SYSTEM', id: outbox.task } as const;
  return startOutgoing<R>({
    ...{ name, outgoing, database, logger, now, lease, maxConcurrent, perClaim: maxPerOrg, maxPerOrg },
    claim: (tx, org, claim) => claimCalls<R>(tx, org, { ...outbox, ...claim }),
    // If it fails without a stored outcome, the call is repeated under its key after the lease.
    attempt: (org, call, { lease: held, permit }) => {
      const scope = { orgId: org.orgId, access: 'write', actor } as const;
      const write = <W>(work: (tx: Tx) => Promise<W>) => database.transaction(scope, work);
      const outbound = deployment.outbound.through(permit);
      return makeCall(calls, { org, database, deployment, outbound, now, write }, { call, lease: held });
    },
  });
}

interface Taken<R> {
  call: R;
  lease: string;
}

/**
 * Calls outside of any transaction, and stores the response in a separate one. If the process is lost in
 * between, the call is repeated under the same key and has no second effect.
 */
async function makeCall<R extends OutboundCall, T>(
  calls: OutboundCalls<R, T>,
  caller: Caller,
  taken: Taken<R>,
): Promise<void> {
  const response = await calls.call(caller, taken.call);
  if (!response) return;
  // step: a call has its response
  await caller.write((tx) => storeResponse(tx, calls, { ...taken, caller, response }));
  // step: the response of a call is stored
}

async function storeResponse<R extends OutboundCall, T>(
  tx: Tx,
  calls: OutboundCalls<R, T>,
  made: Taken<R> & { caller: Caller; response: CallResponse<T> },
): Promise<void> {
  const { outbox } = calls;
  const { caller, call, lease, response } = made;
  const { org } = caller;
  const key = { id: call.id, lease };
  const known = calls.endingOf(call, response);
  const lastError = response.outcome === 'UNKNOWN' ? response.reason.slice(0, 500) : 'PENDING';
  const nextAttemptAt = known ? null : nextCallAt(caller.now(), call, calls.maxHours);
  if (nextAttemptAt) return postponeCall(tx, org, { outbox, ...key, nextAttemptAt, lastError });
  const ending = known ?? { status: 'GIVEN_UP', lastError };
  if (!(await endCall(tx, org, { ...outbox, ...key, ending }))) return;
  await calls.apply(tx, { caller, call, response, ending });
}

const KEPT_CALLS = { hours: 30 * 24 } as const;
const PURGED_AT_ONCE = 1000;

type DeleteOld = (tx: Tx, org: Org, old: { before: Temporal.Instant; limit: number }) => Promise<number>;

/** Deletes calls that no longer count after 30 days of real time, and what else is that old. */
export function purgeCalls(outbox: CallOutbox, ...others: DeleteOld[]): Maintenance {
  const deleteCalls: DeleteOld = (tx, org, old) => deleteOldCalls(tx, org, { ...outbox, ...old });
  return async (database, org) => {
    const before = realNow().subtract(KEPT_CALLS);
    for (const deleteOld of [deleteCalls, ...others])
      await removeInPieces(database, org, {
        limit: PURGED_AT_ONCE,
        remove: (tx, limit) => deleteOld(tx, org, { before, limit }),
      });
  };
}

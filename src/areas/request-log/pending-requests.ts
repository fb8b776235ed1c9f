import type { Kind } from './buckets.ts';
import type { Caller, Captured } from './capture-request.ts';
import type { Batch } from './store/writes.ts';

/** What is written together: some requests of one organization. */
export interface Taken extends Pick<Batch, 'missing' | 'uses'> {
  orgId: number;
  requests: readonly Captured[];
}

export interface Pending {
  add(captured: Captured, kind: Kind): void;
  /** Counts a request that is not recorded. */
  omit(orgId: number, kind: Kind): void;
  /** Notes that a key was used. */
  noteUse(caller: Caller, at: Temporal.Instant): void;
  /** Whether so many characters of bodies may be added. */
  hasRoom(orgId: number, bytes: number): boolean;
  isEmpty(): boolean;
  /** Removes everything, in batches; what is noted meanwhile waits for the next time. */
  takeAll(): Generator<Taken>;
  /** Counts what can never be written. */
  lose(taken: Taken): void;
  /** Takes back a batch that could not be written. */
  putBack(taken: Taken): void;
}

/** For all organizations together, and for one, so that no other one takes all the room. */
const MAX_REQUESTS = { all: 10_000, one: 2_500 };
const MAX_BYTES = { all: 32 * 1024 * 1024, one: 8 * 1024 * 1024 };
const MAX_BATCH = { requests: 200, bytes: 2 * 1024 * 1024 };
/** Keys of which the last use is remembered. */
const MAX_USES = 10_000;

interface Waiting {
  requests: Captured[];
  bytes: number;
  missing: { requests: number; bodies: number };
  uses: Map<string, string>;
  /** Requests that send events since the last recorded one. */
  unrecorded: number;
}

/** Requests in memory until they are written, within limits. */
export function pendingRequests({
  countMissing,
}: {
  countMissing(what: 'requests' | 'bodies'): void;
}): Pending {
  const waiting = new Map<number, Waiting>();
  const written = new Map<string, string>();
  const all = { requests: 0, bytes: 0 };
  const of = (orgId: number) => waiting.getOrInsertComputed(orgId, nothing);
  const miss = (orgId: number, what: 'requests' | 'bodies') => {
    of(orgId).missing[what]++;
    countMissing(what);
  };
  return {
    add: (captured, kind) => {
      const { orgId } = captured.caller;
      const one = of(orgId);
      if (all.requests >= MAX_REQUESTS.all || one.requests.length >= MAX_REQUESTS.one)
        return miss(orgId, 'requests');
      if (captured.bodies === 'BEHIND') miss(orgId, 'bodies');
      const standsFor = kind === 'ingestion' ? one.unrecorded + 1 : 1;
      if (kind === 'ingestion') one.unrecorded = 0;
      one.requests.push({ ...captured, standsFor });
      all.requests++;
      one.bytes += bytesOf(captured);
      all.bytes += bytesOf(captured);
    },
    omit: (orgId, kind) => {
      if (kind === 'ingestion') of(orgId).unrecorded++;
      else miss(orgId, 'requests');
    },
    noteUse: ({ orgId, id }, at) => {
      const minute = at.round({ smallestUnit: 'minute', roundingMode: 'floor' }).toString();
      const key = `${orgId} ${id}`;
      if (written.get(key) === minute) return;
      if (written.size >= MAX_USES) written.clear();
      written.set(key, minute);
      of(orgId).uses.set(id, minute);
    },
    hasRoom: (orgId, bytes) =>
      all.bytes + bytes <= MAX_BYTES.all && (waiting.get(orgId)?.bytes ?? 0) + bytes <= MAX_BYTES.one,
    isEmpty: () => waiting.values().every(isNothing),
    takeAll: () => takeAll(waiting, all),
    lose: ({ requests }) => {
      for (let i = 0; i < requests.length; i++) countMissing('requests');
    },
    putBack: (taken) => putBack(of(taken.orgId), taken, all),
  };
}

interface Sums {
  requests: number;
  bytes: number;
}

function* takeAll(waiting: Map<number, Waiting>, all: Sums): Generator<Taken> {
  for (const orgId of [...waiting.keys()]) {
    // No more than there can be: what is added meanwhile does not keep the others waiting.
    for (let left = MAX_REQUESTS.one / MAX_BATCH.requests; left > 0; left--) {
      const one = waiting.get(orgId);
      if (!one || isNothing(one)) break;
      yield takeBatch(orgId, one, all);
    }
    const rest = waiting.get(orgId);
    if (rest && isNothing(rest) && rest.unrecorded === 0) waiting.delete(orgId);
  }
}

function putBack(one: Waiting, { requests, missing, uses }: Taken, all: Sums): void {
  one.requests.unshift(...requests);
  all.requests += requests.length;
  const bytes = requests.reduce((sum, each) => sum + bytesOf(each), 0);
  one.bytes += bytes;
  all.bytes += bytes;
  one.missing.requests += missing.requests;
  one.missing.bodies += missing.bodies;
  for (const { keyId, lastUsedAt } of uses) if (!one.uses.has(keyId)) one.uses.set(keyId, lastUsedAt);
}

function nothing(): Waiting {
  return { requests: [], bytes: 0, missing: { requests: 0, bodies: 0 }, uses: new Map(), unrecorded: 0 };
}

function isNothing({ requests, missing, uses }: Waiting): boolean {
  return requests.length === 0 && missing.requests === 0 && missing.bodies === 0 && uses.size === 0;
}

function takeBatch(orgId: number, one: Waiting, all: Sums): Taken {
  let [count, bytes] = [0, 0];
  for (const each of one.requests) {
    if (count > 0 && (count >= MAX_BATCH.requests || bytes + bytesOf(each) > MAX_BATCH.bytes)) break;
    count++;
    bytes += bytesOf(each);
  }
  const requests = one.requests.splice(0, count);
  one.bytes -= bytes;
  all.bytes -= bytes;
  all.requests -= count;
  const uses = [...one.uses].map(([keyId, lastUsedAt]) => ({ keyId, lastUsedAt }));
  const { missing } = one;
  one.uses = new Map();
  one.missing = { requests: 0, bodies: 0 };
  return { orgId, requests, missing, uses };
}

function bytesOf({ requestBody, responseBody }: Captured): number {
  return (requestBody?.length ?? 0) + (responseBody?.length ?? 0);
}

import { realNow } from '#platform/db/clock.ts';
import { type Database, sqlState } from '#platform/db/database.ts';
import type { Operation } from '#platform/http/operation.ts';
import { type Http, stateOf } from '#platform/http/request-state.ts';
import type { RequestLogSettings } from '#platform/settings/request-log.ts';
import { mapInTurns } from '#platform/turns.ts';
import { type Buckets, buckets, type Kind } from './buckets.ts';
import { type Caller, type Captured, callerOf, capture, captureBodies } from './capture-request.ts';
import { requestMasker } from './mask-request.ts';
import { type Pending, pendingRequests, type Taken } from './pending-requests.ts';
import { writeBatch, writing } from './store/writes.ts';

export interface RequestRecorder {
  /** Notes a request that has been answered. Never throws, and never waits. */
  record(http: Http): void;
  /** Writes what is noted. Resolves when it is written, or cannot be. */
  flush(): Promise<void>;
  /** Writes what is noted, as far as that is possible in a moment. */
  close(): Promise<void>;
}

export interface RecorderOptions {
  database: Database;
  operations: readonly Operation[];
  settings: RequestLogSettings;
  wirePrefix: string;
  /** Counts requests and bodies that the log lacks. */
  countMissing(what: 'requests' | 'bodies'): void;
  logger: { warn(details: object, message: string): void };
}

/** Reading the log does not fill it. */
const UNRECORDED = new Set(['listRequests', 'getRequest', 'listKeyUsage']);
/** What every page of the console asks, which says nothing of what a person did. */
const OF_EVERY_PAGE = new Set(['getSession', 'getClock', 'countApprovals']);
const EVERY_MS = 500;
const CLOSES_WITHIN_MS = 2_000;

/**
 * Notes requests in memory and writes them in batches, after their responses. What does not fit is counted:
 * first the bodies are left out, then whole requests.
 */
export function requestRecorder(options: RecorderOptions): RequestRecorder {
  const { settings, logger } = options;
  const parts: Parts = { ...options, buckets: buckets(), pending: pendingRequests(options) };
  let running: Promise<void> | null = null;
  let isFailing = false;
  const write = async () => {
    try {
      await writeAll(parts, masker());
      isFailing = false;
    } catch (error) {
      // Tried again with the next ones; the log of the process says so once.
      if (!isFailing) logger.warn({ err: error }, 'the request log cannot be written; trying again');
      isFailing = true;
    }
  };
  const flush = () => {
    running ??= write().finally(() => {
      running = null;
    });
    return running;
  };
  let mask: ReturnType<typeof requestMasker> | undefined;
  const masker = () => (mask ??= requestMasker(options.operations, { prefix: options.wirePrefix }));
  const timer = setInterval(() => void (parts.pending.isEmpty() || flush()), EVERY_MS).unref();
  return {
    record: (http) => {
      try {
        note(parts, http);
      } catch (error) {
        logger.warn({ err: error }, `a request was not recorded (${settings.recording})`);
      }
    },
    flush: async () => {
      await running;
      await flush();
    },
    close: async () => {
      clearInterval(timer);
      const late = new Promise<void>((resolve) => setTimeout(resolve, CLOSES_WITHIN_MS).unref());
      await Promise.race([running ?? undefined, late]);
      if (!parts.pending.isEmpty()) await Promise.race([flush(), late]);
    },
  };
}

interface Parts extends RecorderOptions {
  buckets: Buckets;
  pending: Pending;
}

function note(parts: Parts, http: Http): void {
  const caller = callerOf(http);
  if (!caller) return;
  if (caller.type === 'API_KEY' || caller.type === 'ACCESS_TOKEN') parts.pending.noteUse(caller, realNow());
  if (parts.settings.recording === 'OFF') return;
  const kind = kindOf(http, caller);
  if (kind === null) return;
  if (parts.buckets.take(caller.orgId, kind)) parts.pending.add(captureAll(parts, http, caller), kind);
  else parts.pending.omit(caller.orgId, kind);
}

/** Null: not recorded. */
function kindOf({ request, reply }: Http, { type }: Caller): Exclude<Kind, 'bytes'> | null {
  const operation = stateOf(request).compiled?.operation;
  if (reply.statusCode >= 400) return 'rejection';
  const { id = '' } = operation ?? {};
  if (UNRECORDED.has(id) || (type === 'USER' && OF_EVERY_PAGE.has(id))) return null;
  return operation?.rateClass === undefined ? 'success' : 'ingestion';
}

function captureAll({ settings, buckets: allowed, pending }: Parts, http: Http, caller: Caller): Captured {
  const captured = capture(http, caller);
  if (settings.recording !== 'BODIES') return captured;
  const bodies = captureBodies(http);
  const bytes = (bodies.requestBody?.length ?? 0) + (bodies.responseBody?.length ?? 0);
  const isKept = pending.hasRoom(caller.orgId, bytes) && allowed.take(caller.orgId, 'bytes', bytes);
  return isKept ? { ...captured, ...bodies, bodies: 'KEPT' } : { ...captured, bodies: 'BEHIND' };
}

async function writeAll(parts: Parts, mask: ReturnType<typeof requestMasker>): Promise<void> {
  const { pending, database } = parts;
  if (database.writes.failure) return;
  for (const taken of pending.takeAll()) {
    try {
      await writeOne(parts, taken, mask);
    } catch (error) {
      if (!isTransient(error)) {
        pending.lose(taken);
        parts.logger.warn({ err: error }, 'requests could not be recorded');
        continue;
      }
      pending.putBack(taken);
      throw error;
    }
  }
}

async function writeOne(
  { database }: Parts,
  { orgId, requests, missing, uses }: Taken,
  mask: ReturnType<typeof requestMasker>,
): Promise<void> {
  const masked = await mapInTurns(requests, mask);
  await database.transaction(writing(orgId), (tx) =>
    writeBatch(tx, orgId, { requests: masked, missing, uses }),
  );
}

/**
 * Whether it may work the next time: the database is away, full, restarting or busy. It never does for an
 * organization that is gone.
 */
function isTransient(error: unknown): boolean {
  const state = sqlState(error);
  return state === null || state === undefined || /^(?:08|25|40|53|55|57|58)/.test(state);
}

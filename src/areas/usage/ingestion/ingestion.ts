import { INGESTS } from '#platform/db/advisory-locks.ts';
import type { Database } from '#platform/db/database.ts';
import { databaseProblem } from '#platform/db/failures.ts';
import type { Deployment } from '#platform/deployment.ts';
import { type GroupCommit, groupCommit } from '#platform/group-commit.ts';
import type { Org } from '#platform/http/operation.ts';
import type { Problem } from '#platform/problem.ts';
import { type KnownFacts, nothingKnown } from '../known/known-facts.ts';
import { ingestionBusy } from '../problems.ts';
import type { RecordedAt } from '../recorded.ts';
import { isIdTaken } from '../store/event-keys.ts';
import { compactDeltas } from '../store/usage-deltas.ts';
import { type Compaction, compactLater } from './compaction.ts';
import { ingestAtOnce } from './ingest-at-once.ts';
import { CatalogChanged, ingestTogether, type SentEvent } from './ingest-together.ts';

/** Maximum events of one transaction, below the size of one number block (`BLOCK_EVENTS`). */
const MAX_EVENTS = 8_000;
/** Maximum queue of one organization in one process: a few seconds of work, at most 20 MB. */
const MAX_WAITING = 20_000;
/** Larger events count as several. */
const PLAIN_BYTES = 1_000;
/** Two transactions: while the database works on one, this process prepares the other. */
const LANES = 2;
/** A group of this many events is worth a transaction, whatever else may arrive. */
const CROWD = 500;
/** Fewer events are better added to the next group than sent in a second concurrent transaction. */
const FEWEST = 24;
/** Concurrent transactions if each request has its own: as many as there are connections. */
const ALONE = 16;
/** Well below the duration of a transaction. */
const MAX_WAIT_MS = 2;
const TRIES = 5;
/** After a taken id: one failed transaction costs less than a thousand unnecessary lookups. */
const CAREFUL_TRANSACTIONS = 1_000;
/** Organizations whose facts a process caches; the least recently active one is evicted. */
const MAX_ORGANIZATIONS = 100;

/** The events of one request. */
interface Request {
  events: readonly SentEvent[];
  bodyBytes: number;
}

/** Ingestion of one process for its organizations. */
export interface Ingestion {
  /** Resolves when the events are stored, metered and committed, with the outcome of each. */
  ingest(org: Org, request: Request): Promise<RecordedAt>;
  isFull(org: Org): boolean;
}

const ingestions = new WeakMap<Database, Ingestion>();

/** Runs before the body is read: an overloaded process does not parse what it cannot store. */
export function rejectWhenFull(context: {
  database: Database;
  deployment: Deployment;
  org: Org;
}): Problem | null {
  const { database, deployment, org } = context;
  return ingestionOf(database, deployment).isFull(org) ? ingestionBusy() : null;
}

/** The ingestion of a database; its caches are valid for that database only. */
export function ingestionOf(database: Database, deployment: Deployment): Ingestion {
  const known = ingestions.get(database) ?? newIngestion(database, deployment);
  ingestions.set(database, known);
  return known;
}

/** The rollup rows that a lane of this process updates; 0 is for work that belongs to no process. */
export function slotOf(deployment: Deployment, lane: number): number {
  return deployment.slot() * LANES + lane;
}

function newIngestion(database: Database, deployment: Deployment): Ingestion {
  const groups = new Map<number, GroupCommit<Request, RecordedAt>>();
  const knownOf = factsByOrganization();
  const groupOf = (org: Org) => {
    const group = groups.get(org.orgId) ?? newGroup(org);
    groups.set(org.orgId, group);
    return group;
  };
  const { isGroupCommitOff } = deployment;
  const newGroup = (org: Org) => {
    const scope = { orgId: org.orgId, access: 'write' } as const;
    const compaction = compactLater(() => database.transaction(scope, (tx) => compactDeltas(tx, org)));
    return groupCommit<Request, RecordedAt>({
      weightOf: ({ events, bodyBytes }) => Math.max(events.length, Math.ceil(bodyBytes / PLAIN_BYTES)),
      maxWeight: isGroupCommitOff ? 1 : MAX_EVENTS,
      maxWaiting: MAX_WAITING,
      lanes: isGroupCommitOff ? ALONE : LANES,
      crowd: isGroupCommitOff ? 0 : CROWD,
      fewest: FEWEST,
      maxWaitMs: isGroupCommitOff ? 0 : MAX_WAIT_MS,
      run: async (requests, lane) => {
        const events = requests.flatMap((request) => request.events);
        const slot = slotOf(deployment, lane % LANES);
        const group = { database, deployment, org, known: knownOf(org), slot, compaction };
        return sharesOf(requests, await commitGroup(group, events));
      },
      isOfAll: (error) => databaseProblem(error)?.status === 503,
      fullError: ingestionBusy,
    });
  };
  return {
    isFull: (org) => groupOf(org).isFull(1),
    ingest: (org, request) => groupOf(org).submit(request),
  };
}

/** Splits the outcomes by request. */
function sharesOf(requests: readonly Request[], recordedAt: RecordedAt): RecordedAt[] {
  let count = 0;
  return requests.map(({ events }) => {
    const first = count;
    count += events.length;
    return (index) => recordedAt(first + index);
  });
}

/** Caches the facts of each organization that sends events. */
function factsByOrganization(): (org: Org) => KnownFacts {
  const facts = new Map<number, KnownFacts>();
  return ({ orgId }) => {
    const known = facts.get(orgId) ?? nothingKnown();
    // The map keeps insertion order, so the first entry is the least recently used.
    facts.delete(orgId);
    facts.set(orgId, known);
    const [eldest] = facts.size > MAX_ORGANIZATIONS ? facts.keys() : [];
    if (eldest !== undefined) facts.delete(eldest);
    return known;
  };
}

interface Group {
  database: Database;
  deployment: Deployment;
  org: Org;
  known: KnownFacts;
  /** Rollup slot: each lane has its own, so that its transactions never wait for those of another lane. */
  slot: number;
  compaction: Compaction;
}

/**
 * Commits one group. It starts again if a catalog change alters event ids, or if an id that was assumed to be
 * new is taken.
 */
async function commitGroup(group: Group, events: readonly SentEvent[]): Promise<RecordedAt> {
  const { database, deployment, org, slot, compaction } = group;
  const terms = { org, wirePrefix: deployment.wirePrefix, slot, compaction };
  for (let attempt = 1; ; attempt++) {
    // The last attempt uses no cached facts, only what its transaction reads, so it never has to restart.
    const known = attempt === TRIES ? nothingKnown() : group.known;
    const areIdsNew = attempt < TRIES && trustNewIds(known);
    try {
      const atOnce = areIdsNew ? await ingestAtOnce({ database, org, known, compaction }, events) : null;
      if (atOnce) return atOnce;
      const { onCommitted, recordedAt } = await database.pipelined(
        { orgId: org.orgId, ...INGESTS },
        async (tx) => {
          const { writes, ...result } = await ingestTogether(tx, { ...terms, known, areIdsNew }, events);
          return { result, writes };
        },
      );
      onCommitted();
      return recordedAt;
    } catch (error) {
      if (areIdsNew && isIdTaken(error)) known.carefulFor = CAREFUL_TRANSACTIONS;
      else if (!(error instanceof CatalogChanged)) throw error;
    }
  }
}

/** Resends are rare and come in bursts: after the sender or this process was disconnected. */
function trustNewIds(known: KnownFacts): boolean {
  if (known.carefulFor === 0) return true;
  known.carefulFor--;
  return false;
}

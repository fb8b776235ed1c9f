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

/** Events of one transaction: fewer than one block of numbers has (`BLOCK_EVENTS`). */
const MOST_EVENTS = 8_000;
/** What waits for a transaction, of one organization in one process: some seconds of work, 20 MB at most. */
const MOST_WAITING = 20_000;
/** Larger events weigh as much as several. */
const PLAIN_BYTES = 1_000;
/** Two transactions: while the database works for one, this process prepares the other. */
const LANES = 2;
/** A transaction pays for this many events, whoever else may come. */
const CROWD = 500;
/** Fewer events are better off in the next group than in a second transaction at a time. */
const FEWEST = 24;
/** Transactions at a time when every request has its own: as many as there are connections. */
const ALONE = 16;
/** Well below what a transaction takes. */
const MOST_WAIT_MS = 2;
const TRIES = 5;
/** After an id was taken: a transaction that fails costs less than a thousand that need not have looked. */
const CAREFUL_TRANSACTIONS = 1_000;
/** Organizations that a process remembers facts of; the one that sent nothing for longest is forgotten. */
const MOST_ORGANIZATIONS = 100;

/** The events of one request. */
interface Request {
  events: readonly SentEvent[];
  bodyBytes: number;
}

/** How one process ingests for its organizations. */
export interface Ingestion {
  /** Resolves when the events are stored, metered and committed, with what became of each. */
  ingest(org: Org, request: Request): Promise<RecordedAt>;
  isFull(org: Org): boolean;
}

const ingestions = new WeakMap<Database, Ingestion>();

/** Before the body is read: a process that is behind does not parse what it cannot store. */
export function refuseWhenFull(context: {
  database: Database;
  deployment: Deployment;
  org: Org;
}): Problem | null {
  const { database, deployment, org } = context;
  return ingestionOf(database, deployment).isFull(org) ? ingestionBusy() : null;
}

/** The one that belongs to a database: what it remembers is true of that database. */
export function ingestionOf(database: Database, deployment: Deployment): Ingestion {
  const known = ingestions.get(database) ?? newIngestion(database, deployment);
  ingestions.set(database, known);
  return known;
}

/** The rows of rollups that a lane of this process adds to; 0 is for work that belongs to no process. */
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
      mostWeight: isGroupCommitOff ? 1 : MOST_EVENTS,
      mostWaiting: MOST_WAITING,
      lanes: isGroupCommitOff ? ALONE : LANES,
      crowd: isGroupCommitOff ? 0 : CROWD,
      fewest: FEWEST,
      mostWaitMs: isGroupCommitOff ? 0 : MOST_WAIT_MS,
      run: async (requests, lane) => {
        const events = requests.flatMap((request) => request.events);
        const slot = slotOf(deployment, lane % LANES);
        const group = { database, deployment, org, known: knownOf(org), slot, compaction };
        return sharesOf(requests, await commitGroup(group, events));
      },
      isOfAll: (error) => databaseProblem(error)?.status === 503,
      refuse: ingestionBusy,
    });
  };
  return {
    isFull: (org) => groupOf(org).isFull(1),
    ingest: (org, request) => groupOf(org).submit(request),
  };
}

/** What each request is told of its own events. */
function sharesOf(requests: readonly Request[], recordedAt: RecordedAt): RecordedAt[] {
  let count = 0;
  return requests.map(({ events }) => {
    const first = count;
    count += events.length;
    return (index) => recordedAt(first + index);
  });
}

/** What is remembered of each organization, of those that send events. */
function factsByOrganization(): (org: Org) => KnownFacts {
  const facts = new Map<number, KnownFacts>();
  return ({ orgId }) => {
    const known = facts.get(orgId) ?? nothingKnown();
    // The map keeps the order of insertion: the first one is the one that was asked for least lately.
    facts.delete(orgId);
    facts.set(orgId, known);
    const [eldest] = facts.size > MOST_ORGANIZATIONS ? facts.keys() : [];
    if (eldest !== undefined) facts.delete(eldest);
    return known;
  };
}

interface Group {
  database: Database;
  deployment: Deployment;
  org: Org;
  known: KnownFacts;
  /** Of the rollups: each lane has its own, so that its transactions never wait for those of another. */
  slot: number;
  compaction: Compaction;
}

/**
 * One transaction; it begins anew when the catalog changes under it in a way that changes ids, or when an id
 * is taken that was believed to be new.
 */
async function commitGroup(group: Group, events: readonly SentEvent[]): Promise<RecordedAt> {
  const { database, deployment, org, slot, compaction } = group;
  const terms = { org, wirePrefix: deployment.wirePrefix, slot, compaction };
  for (let attempt = 1; ; attempt++) {
    // Who remembers nothing goes by what the transaction itself reads: the last try is not begun anew.
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

/** Senders repeat themselves seldom, and then for a while: when they or this process were cut off. */
function trustNewIds(known: KnownFacts): boolean {
  if (known.carefulFor === 0) return true;
  known.carefulFor--;
  return false;
}

import type { Database } from '#platform/db/database.ts';
import { databaseProblem } from '#platform/db/failures.ts';
import type { Deployment } from '#platform/deployment.ts';
import { type GroupCommit, groupCommit } from '#platform/group-commit.ts';
import type { Org } from '#platform/http/operation.ts';
import type { Problem } from '#platform/problem.ts';
import { type KnownFacts, nothingKnown } from '../known/known-facts.ts';
import { ingestionBusy } from '../problems.ts';
import { CatalogChanged, ingestTogether, type SentEvent } from './ingest-together.ts';

/** Events of one transaction: as many as one block of numbers has. */
const MOST_EVENTS = 4_000;
/** Events that wait for a transaction, of one organization in one process: some seconds of work. */
const MOST_WAITING = 20_000;
/** Two transactions: while the database works for one, this process prepares the other. */
const LANES = 2;
/** A second transaction at a time pays for this many events; fewer are better off in the next group. */
const CROWD = 500;
const TRIES = 5;

type Request = readonly SentEvent[];

/** How one process ingests for its organizations. */
export interface Ingestion {
  /** Resolves when the events are stored, metered and committed. */
  ingest(org: Org, events: Request): Promise<void>;
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

function newIngestion(database: Database, deployment: Deployment): Ingestion {
  const facts = new Map<number, KnownFacts>();
  const groups = new Map<number, GroupCommit<Request, void>>();
  const knownOf = ({ orgId }: Org) => {
    const known = facts.get(orgId) ?? nothingKnown();
    facts.set(orgId, known);
    return known;
  };
  const groupOf = (org: Org) => {
    const known = groups.get(org.orgId) ?? newGroup(org);
    groups.set(org.orgId, known);
    return known;
  };
  const newGroup = (org: Org) =>
    groupCommit<Request, void>({
      weightOf: (events) => events.length,
      mostWeight: deployment.isGroupCommitOff ? 1 : MOST_EVENTS,
      mostWaiting: MOST_WAITING,
      lanes: deployment.isGroupCommitOff ? ALONE : LANES,
      crowd: deployment.isGroupCommitOff ? 0 : CROWD,
      run: async (requests) => {
        await commit(org, requests.flat());
        return requests.map(() => undefined);
      },
      isOfAll: (error) => databaseProblem(error)?.status === 503,
      refuse: ingestionBusy,
    });
  const commit = async (org: Org, events: Request) => {
    const slot = deployment.slot();
    for (let attempt = 1; ; attempt++) {
      try {
        const { onCommitted } = await database.pipelined(
          { orgId: org.orgId, access: 'write' },
          async (tx) => {
            const ingestion = { org, wirePrefix: deployment.wirePrefix, known: knownOf(org), slot };
            const { writes, onCommitted } = await ingestTogether(tx, ingestion, events);
            return { result: { onCommitted }, writes };
          },
        );
        return onCommitted();
      } catch (error) {
        if (!(error instanceof CatalogChanged) || attempt === TRIES) throw error;
      }
    }
  };
  return {
    isFull: (org) => groupOf(org).isFull(1),
    ingest: (org, events) => groupOf(org).submit(events),
  };
}

/** Transactions at a time when every request has its own: as many as there are connections. */
const ALONE = 16;

import { realNow } from '#platform/db/clock.ts';
import type { Database, Tx } from '#platform/db/database.ts';
import { enqueueJob } from '#platform/db/enqueue-job.ts';
import {
  insertOutgoingDecision,
  isHeld,
  type OutgoingKind,
  readOutgoingHolds,
  releaseOutgoing,
} from '#platform/db/outgoing-hold.ts';
import { listOutgoingPending } from '#platform/db/outgoing-pending.ts';
import type { TxActor } from '#platform/db/tx-actor.ts';
import type { Org } from '#platform/http/operation.ts';
import { newId } from '#platform/ids.ts';
import { outgoingNotHeld } from '../problems.ts';
import { OUTGOING_QUEUES, type OutgoingQueue } from './queues.ts';

/** Who decides, and the organization whose audit log says so. */
export interface Deciding {
  database: Database;
  orgId: number;
  actor: TxActor;
  /** As everybody sees who has released: the name of a person. */
  by: string;
}

/** Transactions that discard take this many messages. */
const AT_ONCE = 1000;

/**
 * Lets messages of some kinds leave, in every process: workers read the hold whenever they claim, and are
 * woken for what waits. A kind that is not held is left as it is.
 */
export async function releaseKinds(deciding: Deciding, kinds: readonly OutgoingKind[]): Promise<void> {
  const { database, orgId, actor, by } = deciding;
  // Before the release: from then on attempts count.
  for (const { queue, org } of await listWaiting(database, kinds)) {
    const { restart } = queue;
    if (restart) await inOrg(deciding, org, (tx) => restart(tx, org));
  }
  const scope = { orgId, access: 'write', isDirectory: true, actor } as const;
  const released = await database.transaction(scope, async (tx) => {
    const ended = await releaseOutgoing(tx, { kinds, by });
    const id = newId('outgoing', realNow());
    if (ended.length > 0)
      await insertOutgoingDecision(tx, { orgId }, { id, decision: 'RELEASED', kinds: ended, pieces: null });
    return ended;
  });
  if (released.length > 0) await wakeQueues(database, released);
}

/** Listed after the release, for what was queued meanwhile; the next minute would find it, too. */
async function wakeQueues(database: Database, kinds: readonly OutgoingKind[]): Promise<void> {
  const waiting = await listWaiting(database, kinds);
  await database.transaction({ orgId: null, access: 'write' }, async (tx) => {
    for (const { queue, org } of waiting) await enqueueJob(tx, org, { task: queue.task });
  });
}

/**
 * Gives up the messages of held kinds that were there before the hold, in all organizations, which may send
 * each again. Returns their number. Raises `outgoingNotHeld`.
 */
export async function discardKinds(deciding: Deciding, kinds: readonly OutgoingKind[]): Promise<number> {
  const { database, orgId, actor } = deciding;
  const holds = (await readOutgoingHolds(database)).filter(isHeld);
  const free = kinds.find((kind) => !holds.some((hold) => hold.kind === kind));
  if (free !== undefined) throw outgoingNotHeld({ kind: free });
  let pieces = 0;
  for (const { queue, org } of await listWaiting(database, kinds)) {
    const before = holds.find(({ kind }) => kind === queue.kind)?.heldAt;
    if (queue.discard && before)
      pieces += await discardAll(deciding, org, { discard: queue.discard, before });
  }
  const id = newId('outgoing', realNow());
  await database.transaction({ orgId, access: 'write', actor }, (tx) =>
    insertOutgoingDecision(tx, { orgId }, { id, decision: 'DISCARDED', kinds, pieces }),
  );
  return pieces;
}

async function discardAll(
  deciding: Deciding,
  org: Org,
  { discard, before }: { discard: NonNullable<OutgoingQueue['discard']>; before: Temporal.Instant },
): Promise<number> {
  for (let sum = 0; ; ) {
    const discarded = await inOrg(deciding, org, (tx) => discard(tx, org, { before, limit: AT_ONCE }));
    sum += discarded;
    if (discarded < AT_ONCE) return sum;
  }
}

/** What waits in the queues of some kinds, by organization. */
async function listWaiting(database: Database, kinds: readonly OutgoingKind[]) {
  const queues = OUTGOING_QUEUES.filter(({ kind }) => kinds.includes(kind));
  return (await listOutgoingPending(database)).flatMap(({ ofOrg, organizationId, environment, queue }) => {
    const found = queues.find(({ name }) => name === queue);
    return found ? [{ queue: found, org: { orgId: ofOrg, id: organizationId, environment } }] : [];
  });
}

function inOrg<T>({ database, actor }: Deciding, { orgId }: Org, run: (tx: Tx) => Promise<T>): Promise<T> {
  return database.transaction({ orgId, access: 'write', actor }, run);
}

import { realNow } from '#platform/db/clock.ts';
import { sqlState, type Tx, type TxScope } from '#platform/db/database.ts';
import { databaseProblem } from '#platform/db/failures.ts';
import { inSavepoint } from '#platform/db/idempotency.ts';
import { type OutboxEvent, takeOutbox } from '#platform/db/outbox.ts';
import type { Deployment } from '#platform/deployment.ts';
import { printMembers, readResource, type ShownBy } from '#platform/http/read-resource.ts';
import type { Logger } from '#platform/http/server.ts';
import { newId } from '#platform/ids.ts';
import { patternsOf } from './event-types.ts';
import { MAX_BODY_BYTES } from './message.ts';
import { enqueueDeliveries, wakeDeliverer } from './store/deliveries.ts';
import { insertEvents, leavePortal, setObjects } from './store/events.ts';

interface Surroundings {
  scope: TxScope;
  /** By kind. */
  resources: ReadonlyMap<string, ShownBy>;
  deployment: Deployment;
  logger: Logger;
}

/**
 * The last of a transaction: what it noted becomes events, and deliveries to the endpoints that subscribe.
 * One statement when nobody does; things are read only for those who wait for them.
 */
export async function storeOutbox(tx: Tx, surroundings: Surroundings): Promise<void> {
  const outbox = takeOutbox(tx);
  const [first] = outbox;
  if (!first) return;
  const { org } = first;
  // What a portal did is the organization's to know.
  if (surroundings.scope.portal) await leavePortal(tx);
  const createdAt = realNow();
  const events = outbox.map((event) => ({
    event,
    id: newId('evt', createdAt),
    patterns: patternsOf(event.type),
    previous: printPrevious(event, surroundings),
  }));
  const awaited = new Set(await insertEvents(tx, org, { events, createdAt }));
  // step: events are stored
  const addressed = events.flatMap(({ id, event }) =>
    (event.addressed ?? []).map((each) => ({ ...each, eventId: id })),
  );
  for (const { eventId } of addressed) awaited.add(eventId);
  const wanted = events.filter(({ id }) => awaited.has(id));
  if (wanted.length === 0) return;
  const objects: { id: string; object: string }[] = [];
  for (const { id, event } of wanted) {
    const object = await readObject(tx, event, surroundings);
    if (object !== null && Buffer.byteLength(object) <= MAX_BODY_BYTES) objects.push({ id, object });
  }
  // One after the other on the same connection, in one round trip.
  await Promise.all([
    setObjects(tx, org, objects),
    enqueueDeliveries(tx, org, { events: wanted, addressed, now: createdAt }),
    wakeDeliverer(tx, org),
  ]);
}

function printPrevious(event: OutboxEvent, { resources, deployment }: Surroundings): string | null {
  const { previous, kind } = event;
  if (!previous || Object.keys(previous).length === 0) return null;
  const wire = { prefix: deployment.wirePrefix, isLegacy: deployment.isWireLegacy };
  const shownBy = resources.get(kind);
  return shownBy ? printMembers(shownBy, previous, wire) : JSON.stringify(previous);
}

/** Null when it cannot be read: what happened is told all the same. */
async function readObject(tx: Tx, event: OutboxEvent, surroundings: Surroundings): Promise<string | null> {
  const { resources, deployment, logger } = surroundings;
  const { org, at: now, kind, id, object } = event;
  if (object) return JSON.stringify(object);
  const shownBy = resources.get(kind);
  if (!shownBy) throw new Error(`no area shows a ${kind}`);
  try {
    return await inSavepoint(tx, () => readResource(shownBy, { tx, org, now, deployment }, id));
  } catch (error) {
    // Whoever has to give way runs again as a whole, and without a database nothing is stored anyway.
    const isRepeated = ['40001', '40P01'].includes(sqlState(error));
    if (isRepeated || databaseProblem(error)?.status === 503) throw error;
    logger.error({ err: error, org: org.id, type: event.type, id }, 'an event does not show its object');
    return null;
  }
}

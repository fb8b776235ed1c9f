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
 * Runs last in a transaction: stores the published events, and deliveries to the endpoints that subscribe. A
 * single statement if no endpoint does; resources are read only for subscribers.
 */
export async function storeOutbox(tx: Tx, surroundings: Surroundings): Promise<void> {
  const outbox = takeOutbox(tx);
  const [first] = outbox;
  if (!first) return;
  const { org } = first;
  // The organization's endpoints receive events of portal users, too.
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
  // Pipelined on the same connection: one round trip.
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

/** Null if the resource cannot be read: the event is published anyway. */
async function readObject(tx: Tx, event: OutboxEvent, surroundings: Surroundings): Promise<string | null> {
  const { resources, deployment, logger } = surroundings;
  const { org, at: now, kind, id, object } = event;
  if (object) return JSON.stringify(object);
  const shownBy = resources.get(kind);
  if (!shownBy) throw new Error(`no area can render an object of kind ${kind}`);
  try {
    return await inSavepoint(tx, () => readResource(shownBy, { tx, org, now, deployment }, id));
  } catch (error) {
    // A serialization failure or deadlock repeats the whole transaction, and without a database nothing can
    // be stored.
    const isRepeated = ['40001', '40P01'].includes(sqlState(error));
    if (isRepeated || databaseProblem(error)?.status === 503) throw error;
    logger.error({ err: error, org: org.id, type: event.type, id }, 'an event does not contain its object');
    return null;
  }
}

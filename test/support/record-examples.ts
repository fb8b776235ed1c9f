import { areas } from '#app';
import type { Operation } from '#platform/http/operation.ts';
import type { RecordedExample } from '#platform/http/recorded-examples.ts';
import { exampleOf, pathOf, send } from './every-operation.ts';
import { buildWorld, type World } from './example-world.ts';

import type { Reply, Service } from './running-app.ts';
import { settleExample } from './settle-example.ts';

/** Requests and responses by area, then by operation. */
export type Recording = Record<string, Record<string, RecordedExample>>;

/** Operations that end resources run after those that need them, and the wipe runs last. */
const ENDS = /^(?:unarchive|archive|deactivate|activate|delete|remove|discard|void|disable)/;
const ERASES = /^(?:wipe|erase)/;
const rank = ({ id }: Operation) => (ERASES.test(id) ? 2 : ENDS.test(id) ? 1 : 0);

/**
 * Calls every operation successfully in the sandbox of an organization, and returns the requests and
 * responses, without values that differ from run to run.
 */
export async function recordExamples(service: Service): Promise<Recording> {
  const recorded = new Map<string, RecordedExample>();
  const ordered = areas.flatMap(({ operations }) => operations).sort((a, b) => rank(a) - rank(b));
  const worlds = openWorlds(service);
  let world = await worlds.next();
  for (const operation of ordered) {
    let example = await record(operation, world).catch(() => null);
    // An earlier operation has changed the state that this one needs.
    if (!example) {
      world = await worlds.next();
      example = await record(operation, world);
    }
    recorded.set(operation.id, example);
    if (ERASES.test(operation.id)) world = await worlds.next();
  }
  return Object.fromEntries(
    areas.map(({ name, operations }) => [
      name,
      Object.fromEntries(operations.map(({ id }) => [id, recorded.get(id) as RecordedExample])),
    ]),
  );
}

function openWorlds(service: Service) {
  let count = 0;
  return { next: () => buildWorld(service, `examples-${++count}`) };
}

/** Fails unless the operation succeeds. */
async function record(operation: Operation, world: World): Promise<RecordedExample> {
  const { prepare, body, query, settle } = exampleOf(operation, world);
  await prepare?.(world);
  const parameters = Object.fromEntries(
    [...operation.route.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [
      name,
      decodeURIComponent(pathOf({ ...operation, route: `{${name}}` }, world.ids)),
    ]),
  );
  const path = pathOf(operation, world.ids) + (query ? `?${query}` : '');
  const reply = await send(world.client, operation, { path, body, messages: 1 });
  if (reply.status >= 400) throw new Error(`${operation.id} returned ${reply.status}: ${reply.text}`);
  for (const [name, value] of new URLSearchParams(query)) parameters[name] = value;
  return settleExample(
    {
      ...(Object.keys(parameters).length > 0 && { parameters }),
      ...(body && { request: body }),
      status: reply.status,
      ...responseOf(operation, settle ? { ...reply, body: settle(reply.body) } : reply),
    },
    { organization: world.ids.organization_id ?? '', key: world.client.key },
  );
}

function responseOf({ stream }: Operation, { status, body }: Reply): { response?: unknown } {
  if (stream) return { response: body[0] };
  return status === 302 ? {} : { response: body };
}

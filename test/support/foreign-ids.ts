import type { Operation } from '#platform/http/operation.ts';
import { IS_FULL } from './effort.ts';
import { exampleOf, pathOf, send } from './every-operation.ts';
import { EXAMPLES } from './example-requests.ts';
import type { World } from './example-world.ts';
import type { Client, Reply } from './running-app.ts';

/** The information in a response: everything but the ids that the caller sent itself. */
export interface Lesson {
  status: number;
  code: unknown;
  text: string;
}

/** An id of the same form that no organization has. */
export const unknownId = (id: string) => id.replace(/[A-Za-z0-9]{1,3}$/, (end) => 'q'.repeat(end.length));

export function lessonOf(reply: Reply, ids: readonly string[]): Lesson {
  const longestFirst = ids.toSorted((a, b) => b.length - a.length);
  const text = longestFirst.reduce((said, id) => said.replaceAll(id, '<id>'), reply.text);
  return { status: reply.status, code: reply.headers['error-code'], text: reply.status < 400 ? '' : text };
}

type Both = [foreign: Lesson, unknown: Lesson];

/** Calls the operation with the other organization's ids in its path, and with unknown ids. */
export async function tryForeignPath(
  operation: Operation,
  { ours, theirs }: { ours: World; theirs: World },
): Promise<Both> {
  const { body, query } = exampleOf(operation, ours);
  const call = async (idOf: (id: string) => string) => {
    const ids = Object.fromEntries(Object.entries(theirs.ids).map(([name, id]) => [name, idOf(id)]));
    const path = pathOf(operation, ids) + (query ? `?${query}` : '');
    return lessonOf(await send(ours.client, operation, { path, body }), Object.values(ids));
  };
  return [await call((id) => id), await call(unknownId)];
}

/** Calls the operation with one id of its example body replaced. Null if the body does not have that id. */
export async function sendWithId(
  operation: Operation,
  { world, name, id }: { world: World; name: string; id: string },
): Promise<Lesson | null> {
  const text = JSON.stringify(exampleOf(operation, world).body);
  const own = JSON.stringify(world.ids[name]);
  if (!text.includes(own)) return null;
  const body = text.replaceAll(own, JSON.stringify(id));
  return lessonOf(await send(world.client, operation, { path: pathOf(operation, world.ids), body }), [id]);
}

/** The most values of a filter. */
const FILTER_VALUES = 50;

/**
 * The ids to send to a filter per request: many together, which reveals the same as each alone. An id that
 * does not have the filter's form is rejected and would hide the others, so it is sent alone; with --full
 * every id is also sent alone.
 */
export function idsPerRequest(operation: Operation, name: string, ids: readonly string[]): string[][] {
  const field = operation.list?.filters[name];
  const form = field?.kind === 'text' ? field.form?.pattern : undefined;
  const isJoined = (id: string) => !id.includes(',') && (form?.test(id) ?? true);
  const [joined, alone] = [ids.filter(isJoined), ids.filter((id) => IS_FULL || !isJoined(id))];
  const places = Array.from({ length: Math.ceil(joined.length / FILTER_VALUES) }, (_, index) => index);
  const groups = places.map((index) => joined.slice(index * FILTER_VALUES, (index + 1) * FILTER_VALUES));
  return [...groups, ...alone.map((id) => [id])];
}

/** Filters a list by ids of the other organization, and by unknown ones. */
export async function tryForeignFilter(
  operation: Operation,
  { client, name, ids }: { client: Client; name: string; ids: readonly string[] },
): Promise<[unknown, unknown]> {
  const request = async (values: readonly string[]) => {
    const reply = await client.get(`${operation.route}?${name}=${encodeURIComponent(values.join())}`);
    const longestFirst = values.toSorted((one, other) => other.length - one.length);
    const text = longestFirst.reduce((said, value) => said.replaceAll(value, '<id>'), reply.text);
    return { status: reply.status, text };
  };
  return [await request(ids), await request(ids.map(unknownId))];
}

/**
 * The ids of the other organization that a stream reveals while that organization stores an event, whatever
 * the caller requests: everything, the other's ids, or messages after its event. Ids that the caller sent do
 * not count.
 */
export async function overhear(
  operation: Operation,
  { ours, theirs }: { ours: World; theirs: World },
): Promise<string[]> {
  const foreign = Object.values(theirs.ids);
  const queries = [
    '',
    ...textFilters(operation).map((name) => `?${name}=${encodeURIComponent(foreign.slice(0, 50).join())}`),
    `?after=${theirs.ids.reference_id}`,
  ];
  const streams = [];
  for (const query of queries) streams.push(await ours.client.listen(operation.route + query));
  for (const world of [theirs, ours])
    await world.client.must.post('/ingest', EXAMPLES.ingestEvent?.(world).body);
  // One read returned both, or an earlier one returned the other's.
  await streams[0]?.heard(1);
  await streams.at(-1)?.heard(1);
  for (const stream of streams) await stream.hangUp();
  const heard = streams
    .map((stream) => stream.text())
    .join('')
    .replaceAll(`"after":"${theirs.ids.reference_id}"`, '');
  return foreign.filter((id) => heard.includes(JSON.stringify(id)));
}

/** Filters of a list or a stream that take ids. */
export function textFilters(operation: Operation): string[] {
  const filters = Object.entries(operation.list?.filters ?? operation.stream?.filters ?? {});
  return filters.filter(([, field]) => field.kind === 'text').map(([name]) => name);
}

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { areas } from '#app';
import { exampleOf, pathOf, pathParameters, send } from '#test/every-operation.ts';
import { buildWorld, type World } from '#test/example-world.ts';
import { type Reply, useService } from '#test/running-app.ts';
import { type RowWatch, watchRows } from '#test/stored-rows.ts';

/**
 * Every operation, called by one organization with an id of another, answers as it does for an id that nobody
 * has: same status, same words. New operations are covered because the list of areas is read.
 */
const service = useService();
const operations = areas.flatMap((area) => area.operations);
const withPath = operations.filter((operation) => pathParameters(operation).length > 0);
const withBody = operations.filter((operation) => operation.request?.body);
const lists = operations.filter((operation) => operation.list && pathParameters(operation).length === 0);

let theirs: World;
let ours: World;
let rows: RowWatch;
let before: string;
beforeAll(async () => {
  theirs = await buildWorld(service, 'theirs', 'victim');
  ours = await buildWorld(service, 'ours', 'caller');
  rows = await watchRows(service.databaseUrl);
  before = await rows.digest(await rows.orgId('theirs'));
});
afterAll(() => rows.close());

/** An id of the same form that no organization has. */
const unknown = (id: string) => id.replace(/[A-Za-z0-9]{1,3}$/, (end) => 'q'.repeat(end.length));

/** What the caller learns, without the ids that the caller sent. */
function lesson(reply: Reply, ids: readonly string[]) {
  const longestFirst = ids.toSorted((a, b) => b.length - a.length);
  const text = longestFirst.reduce((said, id) => said.replaceAll(id, '<id>'), reply.text);
  return { status: reply.status, code: reply.headers['error-code'], text: reply.status < 400 ? '' : text };
}

describe('an id of another organization in the path', () => {
  it.each(withPath.map((operation) => [operation.id, operation] as const))('%s', async (_, operation) => {
    const { body, query } = exampleOf(operation, ours);
    const call = async (idOf: (id: string) => string) => {
      const ids = Object.fromEntries(Object.entries(theirs.ids).map(([name, id]) => [name, idOf(id)]));
      const path = pathOf(operation, ids) + (query ? `?${query}` : '');
      return lesson(await send(ours.client, operation, { path, body }), Object.values(ids));
    };
    const foreign = await call((id) => id);
    expect(foreign).toEqual(await call(unknown));
    expect(foreign.status).toBeGreaterThanOrEqual(400);
  });
});

describe('an id of another organization in the body', () => {
  it.each(withBody.map((operation) => [operation.id, operation] as const))('%s', async (id, operation) => {
    for (const name of Object.keys(ours.ids)) {
      const call = async (nth: number, idOf: (id: string) => string) => {
        const world = await buildWorld(service, `${id}-${name}-${nth}`.toLowerCase(), 'caller');
        const { prepare, body } = exampleOf(operation, world);
        await prepare?.(world);
        const sent = idOf(theirs.ids[name] ?? '');
        const text = JSON.stringify(body).replaceAll(JSON.stringify(world.ids[name]), JSON.stringify(sent));
        return lesson(
          await send(world.client, operation, { path: pathOf(operation, world.ids), body: text }),
          [sent],
        );
      };
      const own = JSON.stringify(exampleOf(operation, ours).body);
      if (!own.includes(JSON.stringify(ours.ids[name]))) continue;
      expect(await call(1, (foreign) => foreign), name).toEqual(await call(2, unknown));
    }
  });
});

describe('an id of another organization as a filter', () => {
  it.each(lists.map((operation) => [operation.id, operation] as const))('%s', async (_, operation) => {
    const texts = Object.entries(operation.list?.filters ?? {}).filter(([, field]) => field.kind === 'text');
    for (const [name] of texts)
      for (const id of Object.values(theirs.ids)) {
        const ask = async (value: string) => {
          const reply = await ours.client.get(`${operation.route}?${name}=${encodeURIComponent(value)}`);
          return { status: reply.status, text: reply.text.replaceAll(value, '<id>') };
        };
        expect(await ask(id), `${name}=${id}`).toEqual(await ask(unknown(id)));
      }
  });
});

describe('the other organization', () => {
  it('shows nothing in any list of the caller', async () => {
    for (const operation of lists) {
      const { text } = await ours.client.get(operation.route);
      for (const id of Object.values(theirs.ids)) expect(text).not.toContain(JSON.stringify(id));
    }
  });

  it('has the rows that it had', async () => {
    expect(await rows.digest(await rows.orgId('theirs'))).toBe(before);
  });
});

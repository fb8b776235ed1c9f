import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { areas } from '#app';
import type { Operation } from '#platform/http/operation.ts';
import { compactUsage } from '#test/compact-usage.ts';
import { exampleOf, pathParameters, SHARED_IDS } from '#test/every-operation.ts';
import { buildWorld, type World } from '#test/example-world.ts';
import {
  idsPerRequest,
  overhear,
  sendWithId,
  textFilters,
  tryForeignFilter,
  tryForeignPath,
  unknownId,
} from '#test/foreign-ids.ts';
import { useService } from '#test/running-app.ts';
import { type RowWatch, watchRows } from '#test/stored-rows.ts';
import { LOCAL_TARGETS } from '#test/webhook-receiver.ts';

/**
 * Every operation, called by one organization with an id of another, answers as it does for an id that nobody
 * has: same status, same words. New operations are covered because the list of areas is read.
 */
// An example has an identity provider on this machine.
const service = useService(LOCAL_TARGETS);
const operations = areas.flatMap((area) => area.operations);
const withPath = operations.filter((operation) =>
  pathParameters(operation).some((name) => !Object.hasOwn(SHARED_IDS, name)),
);
const withBody = operations.filter((operation) => operation.request?.body);
const streams = operations.filter((operation) => operation.stream);
const lists = operations.filter((operation) => operation.list && pathParameters(operation).length === 0);

let theirs: World;
let ours: World;
let rows: RowWatch;
let before: string;
beforeAll(async () => {
  theirs = await buildWorld(service, 'theirs', 'victim');
  ours = await buildWorld(service, 'ours', 'caller');
  // A minute after events, what they added goes into the sums.
  await compactUsage(service, 'theirs');
  rows = await watchRows(service);
  before = await rows.digest(await rows.orgId('theirs'));
});
afterAll(() => rows.close());

describe('an id of another organization in the path', () => {
  it.each(withPath.map((operation) => [operation.id, operation] as const))('%s', async (_, operation) => {
    const [foreign, unknown] = await tryForeignPath(operation, { ours, theirs });
    expect(foreign).toEqual(unknown);
    expect(foreign.status).toBeGreaterThanOrEqual(400);
  });
});

describe('an id of another organization in the body', () => {
  it.each(withBody.map((operation) => [operation.id, operation] as const))('%s', async (id, operation) => {
    const own = JSON.stringify(exampleOf(operation, ours).body);
    let world: World | null = null;
    let built = 0;
    // What is refused leaves the world as it was; after anything else the next call finds a new one.
    const call = async (name: string, sent: string) => {
      world ??= await findWorld(operation, `${id}-${++built}`.toLowerCase());
      const lesson = await sendWithId(operation, { world, name, id: sent });
      if (lesson === null || lesson.status < 400) world = null;
      return lesson;
    };
    for (const name of Object.keys(ours.ids)) {
      if (!own.includes(JSON.stringify(ours.ids[name]))) continue;
      const foreign = theirs.ids[name] ?? '';
      expect(await call(name, foreign), name).toEqual(await call(name, unknownId(foreign)));
    }
    if (!exampleOf(operation, ours).prepare) spare = world;
  });
});

/** A world that nothing was changed in, for the next operation. */
let spare: World | null = null;

async function findWorld(operation: Operation, organization: string): Promise<World> {
  const world = spare ?? (await buildWorld(service, organization, 'caller'));
  spare = null;
  await exampleOf(operation, world).prepare?.(world);
  return world;
}

describe('an id of another organization as a filter', () => {
  it.each(lists.map((operation) => [operation.id, operation] as const))('%s', async (_, operation) => {
    for (const name of textFilters(operation))
      for (const ids of idsPerRequest(operation, name, Object.values(theirs.ids))) {
        const [foreign, unknown] = await tryForeignFilter(operation, { client: ours.client, name, ids });
        expect(foreign, `${name}=${ids.join()}`).toEqual(unknown);
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

describe('while the other organization stores events', () => {
  it.each(streams.map((operation) => [operation.id, operation] as const))('%s', async (_, operation) => {
    expect(await overhear(operation, { ours, theirs })).toEqual([]);
  });
});

import { beforeAll, describe, expect, it } from 'vitest';
import { areas, audits } from '#app';
import type { Operation } from '#platform/http/operation.ts';
import { IS_FULL } from '#test/effort.ts';
import { exampleOf, pathOf, send } from '#test/every-operation.ts';
import { buildWorld, type World } from '#test/example-world.ts';
import { findMismatches } from '#test/find-mismatches.ts';
import { giantBodies } from '#test/giant-bodies.ts';
import { longestTurnMs } from '#test/longest-turn.ts';
import { multiplyRows } from '#test/multiply-rows.ts';
import type { HostileBody } from '#test/request-generator.ts';
import { useService } from '#test/running-app.ts';
import { LOCAL_TARGETS } from '#test/webhook-receiver.ts';
import { worstBodies } from '#test/worst-bodies.ts';

/**
 * Every operation, with the largest bodies that it permits and larger ones, and where every list has full
 * pages of the largest rows that were made before. A turn of the event loop is measured by the processor time
 * that it takes. What is measured once may hold the compilation of code or a collection of garbage; what an
 * operation does to the loop, it does every time.
 */
const MAX_MS = 50;
const TRIES = 4;
const TIMEOUT_MS = 600_000;
/** Smaller ones are not read, checked or written for so long, whatever they say. */
const FEWEST_BYTES = 32_768;
/** Of one operation, the largest of those that fit its schema, and of those that do not. */
const [MAX_BODIES, MAX_GIANTS] = IS_FULL ? [12, 12] : [3, 1];
/** Each of the 500 things that a document of configuration may bring of a kind is written: half a minute. */
const WRITTEN_EACH = IS_FULL ? '' : 'importConfiguration';
/** Copies of things share a name, which a document of configuration cannot say. */
const ASKED_FIRST = 'exportConfiguration';
/** No page of a list is longer. */
const ROWS = 101;

// An example has an identity provider on this machine.
const service = useService(LOCAL_TARGETS);
const operations = areas.flatMap((area) => area.operations);
const isSent = ({ method }: Operation) => method !== 'GET' && method !== 'DELETE';
const groups = [
  ['sent with its largest bodies', operations.filter(isSent)],
  ['asked for its largest answer', operations.filter(({ method }) => method === 'GET')],
  ['asked to delete', operations.filter(({ method }) => method === 'DELETE')],
] as const;

let world: World;
beforeAll(async () => {
  world = await buildWorld(service, 'giant');
});

describe('no operation holds the event loop for more than 50 ms:', () => {
  it('all of them are here', () => {
    expect(groups.flatMap(([, group]) => group)).toHaveLength(operations.length);
  });

  it.each(groups)(
    '%s',
    async (title, group) => {
      const isRequested = title.includes('answer');
      const slow: string[] = [];
      const isFirst = ({ id }: Operation) => id === ASKED_FIRST;
      for (const operation of group.filter(isFirst)) slow.push(...(await slowRequests(operation)));
      if (isRequested) await multiplyRows(service.databaseUrl, { organization: 'giant', times: ROWS });
      for (const operation of group.filter((each) => !isFirst(each)))
        slow.push(...(await slowRequests(operation)));
      expect(slow).toEqual([]);
      if (!isRequested) return;
      expect(rejected).toEqual([]);
      expect(fullPages).toBeGreaterThan(20);
    },
    TIMEOUT_MS,
  );
});

/** Of what was asked: those that were not answered, and how many lists had pages as long as they may be. */
const rejected: string[] = [];
let fullPages = 0;

it('no audit of these rows does, either', async () => {
  const slow: string[] = [];
  for (const { name } of audits) {
    const names = new RegExp(`^${name}$`);
    const ms = await minOf(() => findMismatches(service, { organization: 'giant', names }));
    if (ms > MAX_MS) slow.push(`${name}: ${Math.round(ms)} ms`);
  }
  expect(slow).toEqual([]);
}, 60_000);

interface Request {
  what: string;
  path: string;
  payload?: Buffer;
}

async function slowRequests(operation: Operation): Promise<string[]> {
  const slow: string[] = [];
  for (const request of requestsOf(operation)) {
    const { what, path, payload } = request;
    let look = () => {};
    const ms = await minOf(async () => {
      look = await call(operation, request);
    });
    look();
    if (ms > MAX_MS)
      slow.push(`${operation.id} ${what} (${payload?.length ?? 0} bytes to ${path}): ${Math.round(ms)} ms`);
  }
  return slow;
}

function requestsOf(operation: Operation): Request[] {
  const { body, query = '', schema = operation.request?.body } = exampleOf(operation, world);
  const page = operation.list ? `&pageSize=${operation.list.maxPageSize}` : '';
  const path = `${pathOf(operation, world.ids)}?${query}${page}`;
  const maxBytes = operation.bodyLimit ?? 1_048_576;
  if (!schema || !isSent(operation)) return [{ what: '', path }];
  const fitting = worstBodies({ schema, example: body, maxBytes });
  const tried = operation.id === WRITTEN_EACH ? fitting.filter(({ name }) => name === 'everything') : fitting;
  return [...largest(tried, MAX_BODIES), ...largest(giantBodies(schema, body), MAX_GIANTS)].map(
    ({ name, text }) => ({ what: name, path, payload: Buffer.from(text) }),
  );
}

function largest(bodies: readonly HostileBody[], max: number): HostileBody[] {
  const large = bodies.filter(({ text }) => text.length >= FEWEST_BYTES);
  return large.toSorted((a, b) => b.text.length - a.text.length).slice(0, max);
}

/** What is printed and read by the client is not measured with it, except of streams. */
async function call(operation: Operation, { path, payload }: Request): Promise<() => void> {
  if (operation.stream) {
    await send(world.client, operation, { path });
    return () => undefined;
  }
  const type = payload && { 'content-type': 'application/json' };
  const headers = { authorization: `Bearer ${world.client.key}`, ...type };
  const method = operation.method as 'POST';
  const url = `/sandbox${path}`;
  const response = await service.app.server.inject({ method, url, headers, ...(payload && { payload }) });
  return () => note(operation, response);
}

function note({ id, method, list }: Operation, { statusCode, body }: { statusCode: number; body: string }) {
  if (method !== 'GET') return;
  // Two operations are for people only.
  if (statusCode >= 400 && !body.includes('a person who has logged in'))
    rejected.push(`${id}: ${statusCode} ${body}`);
  const lists = list ? Object.values(JSON.parse(body) as object).filter(Array.isArray) : [];
  if (lists.some(({ length }) => length === list?.maxPageSize)) fullPages++;
}

/** Of a few tries, as soon as one is short enough. */
async function minOf(work: () => Promise<unknown>): Promise<number> {
  let min = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < TRIES && min > MAX_MS; tries++) min = Math.min(min, await longestTurnMs(work));
  return min;
}

import { describe, expect, it } from 'vitest';
import { areas } from '#app';
import type { Operation } from '#platform/http/operation.ts';
import { exampleOf, pathOf } from '#test/every-operation.ts';
import { buildWorld, type World } from '#test/example-world.ts';
import { giantBodies } from '#test/giant-bodies.ts';
import { longestTurnMs } from '#test/longest-turn.ts';
import { useService } from '#test/running-app.ts';
import { worstBodies } from '#test/worst-bodies.ts';

/**
 * The largest bodies that each operation permits, and larger ones. A turn of the event loop is measured by
 * the processor time that it takes. What is measured once may hold the compilation of code or a collection
 * of garbage; what a body does to the loop, it does every time.
 */
const MOST_MS = 50;
/**
 * A document of configuration may have 8 MiB, whose numbers are read exactly and whose members are checked in
 * one piece. Only who may write catalog, plans and settings of an organization can send one.
 */
const MOST_MS_OF: Readonly<Record<string, number>> = { importConfiguration: 250 };
const TRIES = 4;
/** A document of configuration may bring 500 things of each kind, and each is written. */
const TIMEOUT_MS = 600_000;
/** Smaller ones are not read, checked or written for so long, whatever they say. */
const FEWEST_BYTES = 32_768;
/** Of one operation, the largest. */
const MOST_BODIES = 12;

const service = useService();
const hasBody = ({ method, request }: Operation) =>
  request?.body !== undefined && method !== 'GET' && method !== 'DELETE';

const byArea = areas
  .map(({ name, operations }) => [name, operations.filter(hasBody)] as const)
  .filter(([, operations]) => operations.length > 0);

describe('no body holds the event loop for more than 50 ms:', () => {
  it.each(byArea)(
    '%s',
    async (name, operations) => {
      const world = await buildWorld(service, name);
      const slow: string[] = [];
      for (const operation of operations) slow.push(...(await slowBodies(operation, world)));
      expect(slow).toEqual([]);
    },
    TIMEOUT_MS,
  );
});

async function slowBodies(operation: Operation, world: World): Promise<string[]> {
  const { body, query, schema = operation.request?.body ?? {} } = exampleOf(operation, world);
  const path = `/sandbox${pathOf(operation, world.ids)}${query ? `?${query}` : ''}`;
  const mostBytes = operation.bodyLimit ?? 1_048_576;
  const bodies = [...worstBodies({ schema, example: body, mostBytes }), ...giantBodies(schema, body)];
  const large = bodies.filter(({ text }) => text.length >= FEWEST_BYTES);
  const slow: string[] = [];
  for (const { name, text } of large
    .toSorted((a, b) => b.text.length - a.text.length)
    .slice(0, MOST_BODIES)) {
    const mostMs = MOST_MS_OF[operation.id] ?? MOST_MS;
    const send = () => service.app.server.inject(requestOf(operation, { path, text, world }));
    const ms = await leastOf(send, mostMs);
    if (ms > mostMs) slow.push(`${operation.id} ${name} (${text.length} bytes): ${Math.round(ms)} ms`);
  }
  return slow;
}

function requestOf({ method }: Operation, sent: { path: string; text: string; world: World }) {
  const headers = { authorization: `Bearer ${sent.world.client.key}`, 'content-type': 'application/json' };
  return { method: method as 'POST', url: sent.path, headers, payload: Buffer.from(sent.text) };
}

/** Of a few tries, as soon as one is short enough. */
async function leastOf(send: () => PromiseLike<unknown>, mostMs: number): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < TRIES && least > mostMs; tries++)
    least = Math.min(least, await longestTurnMs(async () => send()));
  return least;
}

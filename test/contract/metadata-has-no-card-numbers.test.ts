import { beforeAll, describe, expect, it, test } from 'vitest';
import { areas } from '#app';
import type { Operation } from '#platform/http/operation.ts';
import { exampleOf, pathOf, send } from '#test/every-operation.ts';
import { buildWorld } from '#test/example-world.ts';
import { useService } from '#test/running-app.ts';

/** Wherever metadata is taken, it is refused with what may be the number of a payment card in it. */
const service = useService();
beforeAll(() => service.sandbox.setClock('2030-01-01T00:00:00Z'));

interface Node {
  properties?: Record<string, Node>;
  items?: Node;
  anyOf?: Node[];
  type?: string | string[];
  noCardNumbers?: true;
}

/** Paths of the members called metadata that a body may have, with what their schemas are. */
function metadataOf(node: Node | undefined, path: string[] = []): [string[], Node][] {
  if (!node) return [];
  const own = Object.entries(node.properties ?? {}).flatMap(([name, member]): [string[], Node][] =>
    name === 'metadata' ? [[[...path, name], member]] : metadataOf(member, [...path, name]),
  );
  const among = (node.anyOf ?? []).flatMap((each) => metadataOf(each, path));
  return [...own, ...among, ...metadataOf(node.items, [...path, '0'])];
}

const taking = areas
  .flatMap((area) => area.operations)
  .flatMap((operation) =>
    metadataOf(operation.request?.body as Node | undefined).map(
      ([path, node]) => [`${operation.id} ${path.join('.')}`, operation, path, node] as const,
    ),
  );

test('they are the ones that are known', () => {
  const known = taking.map(([name]) => name).toSorted();
  expect(known).toContain('createPayment externalPaymentReference.metadata');
  expect(known).toContain('createAccount metadata');
  expect(known.length).toBeGreaterThanOrEqual(7);
});

describe('every operation that takes metadata', () => {
  it.each(taking)('%s', async (_, operation: Operation, path, node) => {
    expect(JSON.stringify(node)).toContain('"noCardNumbers":true');
    const world = await buildWorld(service, `m-${operation.id.toLowerCase()}-${path.length}`);
    const example = exampleOf(operation, world);
    await example.prepare?.(world);
    const body = structuredClone(example.body) as Record<string, unknown>;
    let parent = body;
    for (const name of path.slice(0, -1)) {
      parent[name] ??= {};
      parent = parent[name] as Record<string, unknown>;
    }
    const responses = [];
    for (const metadata of [{ card: '4111 1111-1111 1111' }, { '4111111111111111': 'x' }]) {
      parent.metadata = metadata;
      responses.push(await send(world.client, operation, { path: pathOf(operation, world.ids), body }));
    }
    for (const response of responses) {
      expect([response.status, response.body.message]).toEqual([
        400,
        expect.stringContaining(path.join('.').replaceAll('.0.', '[0].')),
      ]);
      expect(response.body.message).toMatch(/must not contain a payment card number/);
      expect(response.text).not.toContain('4111');
    }
  });
});

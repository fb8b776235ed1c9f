import { beforeAll, describe, expect, it } from 'vitest';
import { areas } from '#app';
import { exampleOf, pathOf, send } from '#test/every-operation.ts';
import { buildWorld, type World } from '#test/example-world.ts';
import { useService } from '#test/running-app.ts';

/** A misspelt filter that is ignored shows everybody's rows, so every operation refuses unknown names. */
const service = useService();
const operations = areas.flatMap((area) => area.operations);

let world: World;
beforeAll(async () => {
  world = await buildWorld(service, 'misspelt');
});

describe('an unknown query parameter', () => {
  it.each(operations.map((operation) => [operation.id, operation] as const))(
    '400 for %s',
    async (_, operation) => {
      const { body, query } = exampleOf(operation, world);
      const path = `${pathOf(operation, world.ids)}?${query ? `${query}&` : ''}no_such_parameter=1`;
      const reply = await send(world.client, operation, { path, body });
      expect([reply.status, reply.headers['error-code'], reply.body.message]).toEqual([
        400,
        'INVALID_REQUEST',
        expect.stringMatching(/^unknown query parameter no_such_parameter \(/),
      ]);
    },
  );

  const lists = operations.filter(({ list }) => list);
  it.each(lists.map((operation) => [operation.id, operation] as const))(
    '400 for %s beside a nextToken',
    async (_, operation) => {
      const path = `${pathOf(operation, world.ids)}?nextToken=x&filter=1`;
      const { body } = await send(world.client, operation, { path });
      expect(body.message).toMatch(/^unknown query parameter filter \(/);
    },
  );
});

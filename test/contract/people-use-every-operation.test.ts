import { expect, it, vi } from 'vitest';
import { areas } from '#app';
import type { Operation } from '#platform/http/operation.ts';
import { sendExample } from '#test/every-operation.ts';
import { buildWorld, type World } from '#test/example-world.ts';
import { actAsPerson } from '#test/examples/person-of-world.ts';
import { useService } from '#test/running-app.ts';
import { LOCAL_TARGETS } from '#test/webhook-receiver.ts';

/**
 * A person with a session may do what a key with the same scopes may do: wherever a row says who made it,
 * that can be a user. The examples of all operations are sent with the cookie of an administrator.
 */
vi.setConfig({ testTimeout: 300_000 });
// An example has an identity provider on this machine.
const service = useService(LOCAL_TARGETS);
const operations = areas.flatMap((area) => area.operations);
/** A session cannot be exchanged for a token, and each of these ends what the others need. */
const EXCEPT = new Set(['authenticate', 'wipeSandbox']);
const LAST = /^(?:erase|delete|archive|remove|revoke|void|discard|deactivate|disable)/;

it('every operation', async () => {
  const ordered = operations
    .filter(({ id, handleAnonymous }) => !EXCEPT.has(id) && !handleAnonymous)
    .sort((a, b) => Number(LAST.test(a.id)) - Number(LAST.test(b.id)));
  let count = 0;
  const next = async () => actAsPerson(await buildWorld(service, `person-${++count}`));
  let world = await next();
  const failed: string[] = [];
  const attempt = async (operation: Operation, within: World) => {
    const reply = await sendExample(operation, within).catch((error: Error) => ({
      status: 0,
      text: error.message,
    }));
    return reply.status === 0 || reply.status >= 400 ? `${operation.id} ${reply.status} ${reply.text}` : null;
  };
  for (const operation of ordered) {
    if ((await attempt(operation, world)) === null) continue;
    // An earlier operation has changed the state that this one needs.
    world = await next();
    const failure = await attempt(operation, world);
    if (failure !== null) failed.push(failure.slice(0, 200));
  }
  expect(failed).toEqual([]);
});

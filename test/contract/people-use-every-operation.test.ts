import pg from 'pg';
import { expect, it, vi } from 'vitest';
import { areas } from '#app';
import type { Operation } from '#platform/http/operation.ts';
import { exampleOf, sendExample } from '#test/every-operation.ts';
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
const service = useService({ ...LOCAL_TARGETS, REQUEST_LOG: 'bodies' });
const operations = areas.flatMap((area) => area.operations);
/** A session cannot be exchanged for a token, and each of these ends what the others need. */
const EXCEPT = new Set(['authenticate', 'wipeSandbox']);
const LAST = /^(?:erase|delete|archive|remove|revoke|void|discard|deactivate|disable)/;

/** The operations with what was sent and received. */
const sent: [id: string, request: string, response: string][] = [];

it('every operation', async () => {
  const ordered = operations
    .filter(({ id, handleAnonymous }) => !EXCEPT.has(id) && !handleAnonymous)
    .sort((a, b) => Number(LAST.test(a.id)) - Number(LAST.test(b.id)));
  let count = 0;
  const next = async () => actAsPerson(await buildWorld(service, `person-${++count}`));
  let world = await next();
  const failed: string[] = [];
  const attempt = async (operation: Operation, within: World) => {
    const { body } = exampleOf(operation, within);
    const reply = await sendExample(operation, within).catch((error: Error) => ({
      status: 0,
      text: error.message,
    }));
    sent.push([operation.id, typeof body === 'string' ? body : JSON.stringify(body ?? null), reply.text]);
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

/** Members that are named like secrets, and are none. */
const NO_SECRETS = new Set([
  ...['nextToken', 'idempotencyKey', 'errorCode', 'postalCode', 'code', 'url', 'uri', 'redirectUri'],
  ...['loginUrl', 'logoUrl'],
]);
const SECRETS = /(?:password|secret|token|code|codes|uri|url|signature)$/i;
/** Codes that a person types: `code` is also the name of what an event or an error has. */
const CODES = new Set(['confirmTotp', 'removeTotp', 'replaceRecoveryCodes', 'removePasskey']);

function* secretsIn(value: unknown, { id, name = '' }: { id: string; name?: string }): Generator<string> {
  const isSecret = SECRETS.test(name) && (!NO_SECRETS.has(name) || (name === 'code' && CODES.has(id)));
  if (typeof value === 'string' && isSecret && value.length > 3) yield value;
  if (typeof value !== 'object' || value === null) return;
  for (const [key, member] of Object.entries(value))
    yield* secretsIn(member, { id, name: Array.isArray(value) ? name : key });
}

it('the request log has all of them, and no secret of any', async () => {
  await service.app.writeRequestLog();
  const owner = new pg.Client({ connectionString: service.databaseUrl });
  await owner.connect();
  const { rows } = await owner.query<{ id: string; actor: string; text: string }>(
    `select operation_id as id, actor_type as actor, to_jsonb(l)::text as text from logged_requests l`,
  );
  await owner.end();
  // Worlds are built with keys, which ask for the clock as well.
  const logged = new Set(rows.filter(({ actor }) => actor === 'USER').map(({ id }) => id));
  const unlogged = sent.map(([id]) => id).filter((id) => !logged.has(id));
  expect([...new Set(unlogged)].sort()).toEqual([
    // What every page asks, and what reads the log.
    ...['countApprovals', 'getClock', 'getRequest', 'getSession', 'listKeyUsage', 'listRequests'],
  ]);
  const parsed = (text: string) => (/^[[{"]/.test(text) ? JSON.parse(text) : null);
  const secrets = new Set(
    sent.flatMap(([id, ...texts]) => texts.flatMap((text) => [...secretsIn(parsed(text), { id })])),
  );
  expect(secrets.size).toBeGreaterThan(20);
  const all = rows.map(({ text }) => text).join('\n');
  // Six digits may be part of a number or of a time.
  const isIn = (secret: string) =>
    /^\d+$/.test(secret) ? new RegExp(`(?<![\\d.])${secret}(?!\\d)`).test(all) : all.includes(secret);
  expect([...secrets].filter(isIn)).toEqual([]);
  expect(
    all.match(/sk_(?:test|live)_\w{12,}|whsec_[\w+/]{8,}|eyJ[\w-]+\.|[?&]s=[\w-]{20,}|argon2/),
  ).toBeNull();
  expect(rows.filter(({ text }) => text.includes('[secret]')).length).toBeGreaterThan(10);
});

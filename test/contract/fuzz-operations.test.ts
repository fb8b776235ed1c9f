import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { areas } from '#app';
import type { Operation } from '#platform/http/operation.ts';
import { compactUsage } from '#test/compact-usage.ts';
import { rounds, roundsOf } from '#test/effort.ts';
import {
  exampleOf,
  ownQueryParameters,
  pathOf,
  pathParameters,
  send,
  sendExample,
} from '#test/every-operation.ts';
import type { ExampleRequest } from '#test/example-requests.ts';
import { buildWorld, type World } from '#test/example-world.ts';
import { giantBodies } from '#test/giant-bodies.ts';
import { asOwner } from '#test/people.ts';
import { BROKEN_BODIES, HOSTILE_PARAMETERS, hostileBodies, shuffled } from '#test/request-generator.ts';
import { type Reply, useService } from '#test/running-app.ts';
import { type RowWatch, watchRows } from '#test/stored-rows.ts';
import { LOCAL_TARGETS } from '#test/webhook-receiver.ts';

/**
 * Every operation gets hostile requests made from its own schema. Whatever is sent: no fault, the one error
 * body with a code that the operation declares, nothing written by a refusal, and a success is what the
 * document promises. Of the cases that are drawn for an operation an everyday run takes a fifth, chosen by
 * TEST_SEED; FUZZ_CASES and FUZZ_SEED look further.
 */
const DRAWN = rounds({ everyday: 40, full: 40, setting: 'FUZZ_CASES' });
const CASES = rounds({ everyday: DRAWN / 5, full: DRAWN, setting: 'FUZZ_CASES' });
const SEED = Number(process.env.FUZZ_SEED ?? 1);
/** Of POST /entitled: a refused event is stored with its status (metering-pricing 4.5 and 11.6). */
const KEPT_ERRORS = new Set([
  ...['DUPLICATE_EVENT', 'INSUFFICIENT_CREDITS', 'ENRICHMENT_FAILED', 'EVENT_REFUSED'],
  // Of a login: the audit log has it.
  'CREDENTIALS_REJECTED',
  'PASSKEY_REJECTED',
]);
const operations = areas.flatMap((area) => area.operations);
// An example has an identity provider on this machine.
const service = useService(LOCAL_TARGETS, { own: 'counts what its pool is asked for' });

let rows: RowWatch;
/** Since when it was last set to false: nothing is written but on a connection of the pool that may write. */
let couldWrite = false;
let isPromised: (operation: Operation, reply: Reply) => string;
beforeAll(async () => {
  rows = await watchRows(service);
  service.app.database.pool.on('acquire', () => {
    couldWrite = true;
  });
  isPromised = await promiseCheck();
});
afterAll(() => rows.close());

/** Their transactions cannot write, so one world is enough for all of them. */
function isReading({ method, isRead }: Operation): boolean {
  return method === 'GET' || isRead === true;
}

interface Stage {
  organization: string;
  world: World;
  /** What the example of the operation was answered. */
  success: Reply;
}

const worlds = new Map<boolean, Omit<Stage, 'success'>>();

/**
 * A world in which the example of an operation succeeds: the one that the operation before has left, or a new
 * one where that has changed too much.
 */
async function findStage(operation: Operation): Promise<Stage> {
  // All operations have one address: the failed logins of one must not count against the next.
  await asOwner(service, (owner) => owner.query('delete from portal_attempts'));
  const known = worlds.get(isReading(operation));
  if (known) {
    const success = await sendExample(operation, known.world).catch(() => null);
    if (success?.status === operation.response.status) return { ...known, success };
  }
  const organization = operation.id.toLowerCase();
  const built = { organization, world: await buildSettledWorld(organization) };
  worlds.set(isReading(operation), built);
  return { ...built, success: await sendExample(operation, built.world) };
}

/** The service adds what few events used to their sums some time later; that must not look like a write. */
async function buildSettledWorld(organization: string): Promise<World> {
  const world = await buildWorld(service, organization);
  await compactUsage(service, organization);
  return world;
}

interface Case {
  name: string;
  path: string;
  body?: string | (() => string) | undefined;
  headers?: Record<string, string>;
}

describe(`${CASES} hostile requests to each operation, seed ${SEED}`, () => {
  it.each(operations.map((operation) => [operation.id, operation] as const))('%s', async (_, operation) => {
    const { organization, world, success } = await findStage(operation);
    await compactUsage(service, organization);
    expect([success.status, isPromised(operation, success)]).toEqual([operation.response.status, '']);
    const orgId = await rows.orgId(organization);
    const faults: string[] = [];
    let before = await rows.digest(orgId, { isCaller: true });
    for (const { body, ...hostile } of [...giantCases(operation, world), ...drawnCases(operation, world)]) {
      couldWrite = false;
      const sent = { ...hostile, body: typeof body === 'function' ? body() : body };
      const reply = await send(world.client, operation, sent);
      if (couldWrite && reply.status < 400) await compactUsage(service, organization);
      const after = couldWrite ? await rows.digest(orgId, { isCaller: true }) : before;
      const hasWritten = reply.status >= 400 && after !== before;
      const isKept = KEPT_ERRORS.has(String(reply.headers['error-code']));
      const fault = findFault(operation, reply) || (hasWritten && !isKept && 'wrote');
      if (fault) faults.push(`${hostile.name} → ${reply.status} ${fault}: ${reply.text.slice(0, 200)}`);
      before = after;
    }
    expect(faults).toEqual([]);
  });
});

function drawnCases(operation: Operation, world: World): Case[] {
  const drawn = shuffled(casesOf(operation, world), SEED).slice(0, DRAWN);
  return roundsOf(drawn, { everyday: CASES, full: CASES, from: operations.indexOf(operation) });
}

function casesOf(operation: Operation, world: World): Case[] {
  const { body, query } = exampleOf(operation, world);
  const suffix = query ? `?${query}` : '';
  const path = pathOf(operation, world.ids) + suffix;
  const text = body && JSON.stringify(body);
  const lastIds = operation.stream
    ? ['x', '\u00e9', '0'.repeat(201), '00000000-0000-8000-8000-000000000000']
    : [];
  return [
    ...lastIds.map((id) => ({ name: `Last-Event-ID ${id}`, path, headers: { 'last-event-id': id } })),
    ...[...bodyCases(operation, exampleOf(operation, world))].map((each) => ({ path, ...each })),
    ...pathParameters(operation).flatMap((name) =>
      HOSTILE_PARAMETERS.map((value) => ({
        name: `{${name}} ${value.slice(0, 40)}`,
        path: pathOf(operation, { ...world.ids, [name]: 'REPLACED' }).replace('REPLACED', value) + suffix,
        body: text,
      })),
    ),
    ...queryNames(operation).flatMap((name) =>
      HOSTILE_PARAMETERS.map((value) => ({
        name: `?${name}=${value.slice(0, 40)}`,
        path: `${path}${suffix ? '&' : '?'}${name}=${value}`,
        body: text,
      })),
    ),
  ];
}

/**
 * Depth and size are tried in every run, whatever the seed of the others. What refuses them is the same for
 * all operations, so in an everyday run each operation gets a sixth of them, and each of them a sixth of the
 * operations.
 */
function giantCases(operation: Operation, world: World): Case[] {
  const { body, query, schema = operation.request?.body } = exampleOf(operation, world);
  if (!schema || operation.method === 'GET' || operation.method === 'DELETE') return [];
  const path = pathOf(operation, world.ids) + (query ? `?${query}` : '');
  const giants = giantBodies(schema, body);
  const some = roundsOf(giants, {
    everyday: Math.ceil(giants.length / 6),
    from: operations.indexOf(operation),
  });
  return some.map(({ name, text }) => ({ name, path, body: text }));
}

function* bodyCases(operation: Operation, example: ExampleRequest): Generator<Omit<Case, 'path'>> {
  if (operation.method === 'GET' || operation.method === 'DELETE') return;
  for (const { name, text } of BROKEN_BODIES) yield { name, body: text };
  yield { name: 'another type', body: '<a/>', headers: { 'content-type': 'application/xml' } };
  const limit = operation.bodyLimit ?? 1_048_576;
  yield { name: 'over the limit', body: `{"a":"${'x'.repeat(limit)}"}` };
  yield {
    name: 'a long key',
    body: JSON.stringify(example.body),
    headers: { 'idempotency-key': 'k'.repeat(256) },
  };
  const schema = example.schema ?? operation.request?.body;
  if (!schema) return;
  for (const { name, text } of hostileBodies(schema, example.body)) yield { name, body: text };
}

function queryNames(operation: Operation): string[] {
  const listed = operation.list
    ? [...Object.keys(operation.list.filters), 'pageSize', 'nextToken', '_search', '_sort']
    : [];
  return [...ownQueryParameters(operation), ...listed];
}

/** Refusals that any operation may answer, beside its own. */
const GENERAL = new Set([
  ...['INVALID_REQUEST', 'MALFORMED_JSON', 'BODY_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE', 'INVALID_NEXT_TOKEN'],
  ...[
    'CONCURRENT_CHANGE',
    'IDEMPOTENCY_RESPONSE_ERASED',
    'IDEMPOTENCY_KEY_REUSED',
    'REQUEST_IN_PROGRESS',
    'ROUTE_NOT_FOUND',
    'METHOD_NOT_ALLOWED',
  ],
  // Once the policy of approvals is set.
  'APPROVAL_REQUESTER_UNKNOWN',
]);

/** What is wrong with an answer, empty when nothing is. */
function findFault(operation: Operation, reply: Reply): string {
  const { status, body, headers } = reply;
  if (status >= 500) return 'is a fault';
  if (status < 400) return isPromised(operation, reply);
  const code = String(headers['error-code']);
  const declared = (operation.problems ?? []).find((problem) => problem.code === code);
  if (!GENERAL.has(code) && declared?.status !== status) return `answers the undeclared ${code}`;
  if (body === null || Object.keys(body).join() !== 'message') return 'has another body';
  const { message } = body;
  if (typeof message !== 'string' || message === '') return 'has no message';
  return [...message].length > 500 || !message.isWellFormed() ? 'has a message out of bounds' : '';
}

/** Compares answers with the document that is served, of which every response schema is compiled once. */
async function promiseCheck() {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  ajv.addFormat('date-time', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  ajv.addFormat('date', /^\d{4}-\d\d-\d\d$/);
  const { body: document } = await service.production.get('/openapi.json');
  ajv.addSchema(document, 'document');
  const compiled = new Map<string, ValidateFunction>();
  return (operation: Operation, { status, body, text }: Reply): string => {
    if (status === 302) return text === '' ? '' : 'has a body beside its Location';
    const method = operation.method.toLowerCase();
    const { responses } = document.paths[operation.route][method];
    const declared = String(status in responses ? status : 'default');
    const type = operation.stream && status === 200 ? 'text/event-stream' : 'application/json';
    // Common responses are shared by all operations.
    const at =
      responses[declared].$ref ?? `#/${pointerOf('paths', operation.route, method, 'responses', declared)}`;
    const ref = `document${at}/${pointerOf('content', type, 'schema')}`;
    const validate = compiled.get(ref) ?? ajv.compile({ $ref: ref });
    compiled.set(ref, validate);
    // Of a stream, what each message is.
    const isKept = operation.stream ? body.every((message: unknown) => validate(message)) : validate(body);
    return isKept ? '' : `breaks the document: ${ajv.errorsText(validate.errors).slice(0, 300)}`;
  };
}

function pointerOf(...steps: string[]): string {
  return steps.map((step) => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/');
}

import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { areas } from '#app';
import { type Operation, SCOPES } from '#platform/http/operation.ts';
import { pathOf, send } from '#test/every-operation.ts';
import { forgetting } from '#test/portal.ts';
import { type Client, client, type Reply, useService } from '#test/running-app.ts';

const service = useService();
const operations = areas.flatMap((area) => area.operations);
const table = operations.map((operation) => [operation.id, operation] as const);
/** Whoever calls these has no credential to be refused. */
const signed = table.filter(([, { handleAnonymous }]) => !handleAnonymous);
const scoped = table.filter(([, { scope }]) => scope !== null);

/** Any id will do: the credential is looked at before the resource. */
const ids = new Proxy({}, { get: () => 'anything' });
const call = (caller: Client, operation: Operation, headers?: Record<string, string>): Promise<Reply> =>
  send(caller, operation, { path: pathOf(operation, ids), ...(headers && { headers }) });
const outcome = ({ status, body }: Reply) => `${status} ${body.message}`;

async function createKey(
  scopes: readonly string[],
  members: object = {},
): Promise<{ id: string; caller: Client }> {
  const { id, secret } = await service.sandbox.must.post('/ext/v1/api_keys', {
    name: 'x',
    scopes,
    ...members,
  });
  return { id, caller: client(service.app, '/sandbox', secret) };
}
const withCredential = (credential: string) => client(service.app, '/sandbox', credential);
const tokenOf = async (caller: Client): Promise<string> => (await caller.must.post('/authenticate')).token;

describe('403 for a key that has every scope but the one of the operation', () => {
  it.each(scoped)('%s', async (_, operation) => {
    const { caller } = await createKey(SCOPES.filter((scope) => scope !== operation.scope));
    expect(outcome(await call(caller, operation))).toBe(
      `403 forbidden: this operation requires the scope ${operation.scope}; use a credential that has it`,
    );
  });
});

describe('the scope of the operation alone is enough', () => {
  it.each(scoped)('%s', async (_, operation) => {
    const { caller } = await createKey([operation.scope ?? '']);
    expect([401, 403]).not.toContain((await call(caller, operation)).status);
  });

  it('reading operations need a reading scope, and others one of writing, but for queries in a body', () => {
    const odd = operations
      .filter(
        ({ scope, method, isRead }) => scope?.endsWith(':read') !== (method === 'GET' || isRead === true),
      )
      .filter(({ scope }) => scope !== null)
      // It says what sending would send, to those who may send.
      .filter(({ id }) => id !== 'previewStatementMail')
      // Who may list the audit log may have it as a file; all that it writes is that somebody asked.
      .filter(({ id }) => id !== 'createAuditExport');
    expect(odd.map(({ id }) => id)).toEqual([]);
  });
});

describe('401 without a credential, with an unknown one and with one of the other environment', () => {
  it.each(signed)('%s', async (_, operation) => {
    for (const authorization of [
      '',
      'Bearer sk_test_unknown',
      'Basic eDp5',
      `Bearer ${service.production.key}`,
    ])
      expect(outcome(await call(service.sandbox, operation, { authorization }))).toBe('401 unauthenticated');
    const other = { authorization: `Bearer ${service.sandbox.key}` };
    expect(outcome(await call(service.production, operation, other))).toBe('401 unauthenticated');
    const token = { authorization: `Bearer ${await tokenOf(service.production)}` };
    expect(outcome(await call(service.sandbox, operation, token))).toBe('401 unauthenticated');
  });
});

describe('a key that is no longer good', () => {
  /** Facts of a key are remembered for a second, so each key is used for the first time after its end. */
  const ends: [name: string, end: (key: { id: string }) => Promise<unknown>][] = [
    ['inactive', ({ id }) => service.sandbox.must.patch(`/ext/v1/api_keys/${id}`, { status: 'INACTIVE' })],
    ['deleted', ({ id }) => service.sandbox.must.delete(`/ext/v1/api_keys/${id}`)],
    [
      'expired',
      ({ id }) => change(`update api_keys set expires_at = now() - interval '1 second' where id = '${id}'`),
    ],
  ];

  it.each(ends)('401 when it is %s, also for tokens made from it', async (_, end) => {
    const key = await createKey(['org:read']);
    const token = await tokenOf(key.caller);
    await end(key);
    await forgetting();
    for (const credential of [key.caller.key, token])
      expect(outcome(await withCredential(credential).get('/ext/v1/organization'))).toBe(
        '401 unauthenticated',
      );
    expect(outcome(await withCredential(token).post('/authenticate'))).toBe('401 unauthenticated');
  });

  it('200 again when it is active again', async () => {
    const { id, caller } = await createKey(['org:read']);
    for (const status of ['INACTIVE', 'ACTIVE'])
      await service.sandbox.must.patch(`/ext/v1/api_keys/${id}`, { status });
    expect((await caller.get('/ext/v1/organization')).status).toBe(200);
  });

  it('a token has the scopes that its key has', async () => {
    const { caller } = await createKey(['catalog:read']);
    const withToken = withCredential(await tokenOf(caller));
    expect((await withToken.get('/addons')).status).toBe(200);
    expect((await withToken.post('/addons', {})).status).toBe(403);
    expect((await withToken.post('/authenticate')).body).toEqual({ token: withToken.key });
  });
});

describe('an altered token', () => {
  let parts: string[];
  beforeAll(async () => {
    parts = (await tokenOf(service.sandbox)).split('.');
  });
  const json = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = () => JSON.parse(Buffer.from(parts[1] ?? '', 'base64url').toString());

  it.each([
    ['without a signature', () => [parts[0], parts[1], '']],
    ['with the algorithm none', () => [json({ alg: 'none', typ: 'JWT' }), parts[1], '']],
    ['with another algorithm', () => [json({ alg: 'HS256', typ: 'JWT' }), parts[1], parts[2]]],
    ['with other claims', () => [parts[0], json({ ...claims(), oid: 1 }), parts[2]]],
    ['with a later end', () => [parts[0], json({ ...claims(), exp: claims().exp + 1 }), parts[2]]],
    [
      'with another signature',
      () => [parts[0], parts[1], parts[2]?.replace(/^./, (c) => (c === 'A' ? 'B' : 'A'))],
    ],
    ['that is cut', () => [parts[0], parts[1]]],
  ])('401 %s', async (_, alter) => {
    const reply = await withCredential(alter().join('.')).get('/ext/v1/organization');
    expect(outcome(reply)).toBe('401 unauthenticated');
  });
});

describe('an organization that the operator stopped', () => {
  it.each([
    // status        reading  writing
    [
      'SUSPENDED',
      '200',
      '403 forbidden: this operation requires the scope catalog:write; use a credential that has it',
    ],
    ['CLOSED', '401 unauthenticated', '401 unauthenticated'],
  ])('%s: reading is %s, writing is %s', async (status, reading, writing) => {
    const { sandbox } = await service.createOrganization(`stopped-${status}`);
    await change(`update organizations set status = '${status}' where id = 'stopped-${status}'`);
    const read = await sandbox.get('/addons');
    expect(read.status === 200 ? '200' : outcome(read)).toBe(reading);
    expect(outcome(await sandbox.post('/addons', { name: 'x', type: 'LICENSE' }))).toBe(writing);
  });
});

async function change(statement: string): Promise<void> {
  const admin = new pg.Client({ connectionString: service.databaseUrl });
  await admin.connect();
  await admin.query(statement);
  await admin.end();
}

import { beforeAll, describe, expect, it } from 'vitest';
import { passStopwatch } from '#test/pass-stopwatch.ts';
import { type Client, client, useService } from '#test/running-app.ts';

const service = useService({ REQUEST_LOG: 'bodies' });
const PATH = '/ext/v1/requests';
let sandbox: Client;
let reader: { id: string; secret: string };

async function list(query = '', caller = sandbox) {
  await service.app.writeRequestLog();
  return (await caller.must.get(`${PATH}${query}`)).data as Record<string, never>[];
}
const shown = (rows: Record<string, unknown>[]) =>
  rows.map(({ method, path, status }) => `${method} ${path} ${status}`);

beforeAll(async () => {
  ({ sandbox } = service);
  reader = await sandbox.must.post('/ext/v1/api_keys', { name: 'Reader', scopes: ['catalog:read'] });
  await sandbox.post('/addons', { name: 'first', type: 'FIXED_FEE' }, { 'x-request-id': 'my-request' });
  await sandbox.get('/addons?pageSize=1');
  await sandbox.get('/addons/nothing');
  await sandbox.get('/nowhere');
  await sandbox.post('/addons', '{"name": ', { 'idempotency-key': 'k1' });
  const caller = client(service.app, '/sandbox', reader.secret);
  await caller.get('/addons');
  for (let i = 0; i < 3; i++) await caller.post('/addons', { name: 'x', type: 'FIXED_FEE' });
});

describe('GET /ext/v1/requests', () => {
  it('200 with the newest first, also requests that no handler has seen', async () => {
    const rows = await list();
    expect(shown(rows)).toEqual([
      ...Array(3).fill('POST /sandbox/addons 403'),
      'GET /sandbox/addons 200',
      'POST /sandbox/addons 400',
      'GET /sandbox/nowhere 404',
      'GET /sandbox/addons/nothing 404',
      'GET /sandbox/addons 200',
      'POST /sandbox/addons 200',
      'POST /sandbox/ext/v1/api_keys 201',
    ]);
    expect(rows[0]).toMatchObject({
      ...{ operationId: 'createAddOn', errorCode: 'FORBIDDEN', isReplay: false, standsFor: 1 },
      ...{ actor: { type: 'API_KEY', id: reader.id, name: 'Reader' }, lackedScopes: ['catalog:write'] },
    });
    expect('operationId' in (rows[5] as object)).toBe(false);
  });

  it('200 without the requests that read it, unless they fail', async () => {
    await list();
    expect((await sandbox.get(`${PATH}?status_class=9XX`)).status).toBe(400);
    expect(shown(await list(`?path=/sandbox${PATH}`))).toEqual([`GET /sandbox${PATH} 400`]);
  });

  it.each([
    ['status_class=4XX&error_code=FORBIDDEN', 3],
    ['status=404', 2],
    ['method=POST&status_class=2XX', 2],
    ['path=/sandbox/addons/nothing', 1],
    ['operation_id=createAddOn', 5],
    ['request_id=my-request', 1],
    ['idempotency_key=k1', 1],
    ['error_code=MALFORMED_JSON', 1],
    ['actor_type=USER', 0],
    ['from=2020-01-01T00:00:00Z&to=2021-01-01T00:00:00Z', 0],
  ])('200 for %s', async (query, count) => {
    expect(await list(`?${query}`)).toHaveLength(count);
  });

  it('200 for the key of a request, page by page', async () => {
    const first = await sandbox.must.get(`${PATH}?actor_id=${reader.id}&pageSize=3`);
    const second = await sandbox.must.get(`${PATH}?nextToken=${first.nextToken}`);
    expect(shown([...first.data, ...second.data])).toEqual([
      ...Array(3).fill('POST /sandbox/addons 403'),
      'GET /sandbox/addons 200',
    ]);
    expect([first.retentionDays, first.recording, first.missing]).toEqual([
      ...[7, 'BODIES'],
      { requests: 0, bodies: 0 },
    ]);
  });

  it('200 with the attempts of a key that is not valid any more, or not here', async () => {
    const { id, secret } = await sandbox.must.post('/ext/v1/api_keys', { name: 'Old', scopes: ['org:read'] });
    expect((await client(service.app, '', secret).get('/addons')).status).toBe(401);
    await sandbox.must.patch(`/ext/v1/api_keys/${id}`, { status: 'INACTIVE' });
    passStopwatch(1_100);
    expect((await client(service.app, '/sandbox', secret).get('/addons')).status).toBe(401);
    expect(shown(await list(`?actor_id=${id}`))).toEqual(['GET /sandbox/addons 401', 'GET /addons 401']);
    expect((await client(service.app, '/sandbox', 'sk_test_unknown0000').get('/addons')).status).toBe(401);
    expect(await list('?status=401')).toHaveLength(2);
  });

  it('200 for neither the other environment nor another organization', async () => {
    const other = await service.createOrganization('others');
    expect(await list('?operation_id=createAddOn', service.production)).toEqual([]);
    expect(await list('', other.sandbox)).toEqual([]);
    await other.sandbox.get('/addons?pageSize=2');
    expect(shown(await list('', other.sandbox))).toEqual(['GET /sandbox/addons 200']);
  });

  it('403 without requests:read', async () => {
    expect((await client(service.app, '/sandbox', reader.secret).get(PATH)).status).toBe(403);
  });
});

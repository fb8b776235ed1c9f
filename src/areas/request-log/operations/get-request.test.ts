import { beforeAll, describe, expect, it } from 'vitest';
import { addPerson } from '#test/people.ts';
import { type Client, client, useService } from '#test/running-app.ts';

const service = useService({ REQUEST_LOG: 'bodies' });
const PATH = '/ext/v1/requests';
let sandbox: Client;
beforeAll(() => {
  ({ sandbox } = service);
});

async function last(query = '', caller = sandbox) {
  await service.app.writeRequestLog();
  const { data } = await caller.must.get(`${PATH}?pageSize=1${query}`);
  return caller.must.get(`${PATH}/${data[0].id}`);
}

describe('GET /ext/v1/requests/{request_id}', () => {
  it('200 with headers and bodies, by the id of the entry and by X-Request-Id', async () => {
    const sent = '{"name": "first", "type": "FIXED_FEE"}';
    const { text } = await sandbox.post('/addons', sent, { 'x-request-id': 'mine', 'user-agent': 'curl/8' });
    const found = await last();
    expect(found).toMatchObject({
      ...{ method: 'POST', path: '/sandbox/addons', status: 200, requestId: 'mine', bodies: 'KEPT' },
      requestBody: { size: sent.length, text: sent, isCut: false },
      responseBody: { size: text.length, text, isCut: false },
      ...{ isHidden: false, requiredScope: 'catalog:write' },
      requestHeaders: { 'content-type': 'application/json', 'user-agent': 'curl/8' },
    });
    expect(await sandbox.must.get(`${PATH}/mine`)).toEqual(found);
    expect(JSON.stringify(found)).not.toContain(sandbox.key);
  });

  it('200 for support, with the content of what support may call, and 403 for other roles', async () => {
    const support = await addPerson(service, { role: 'SUPPORT' });
    await sandbox.post('/customers', { id: 'logged' });
    await sandbox.must.post('/ext/v1/webhooks', { url: 'https://a.example/hook', types: ['*'] });
    const read = (operation: string) => last(`&operation_id=${operation}`, support.sandbox);
    expect(await read('createCustomer')).toMatchObject({ isHidden: false, status: 400 });
    const hidden = await read('createWebhook');
    expect(hidden).toMatchObject({ isHidden: true, requiredScope: 'webhooks:write' });
    expect(JSON.stringify(hidden)).not.toContain('a.example');
    for (const role of ['FINANCE', 'PRODUCT_MANAGER', 'ANALYST'] as const) {
      const other = await addPerson(service, { role });
      expect((await other.sandbox.get(PATH)).status).toBe(403);
    }
  });

  it('200 without secrets', async () => {
    const { id, secret } = await sandbox.must.post('/ext/v1/api_keys', { name: 'a', scopes: ['org:read'] });
    const { responseBody } = await last();
    expect(JSON.parse(responseBody.text)).toMatchObject({ id, secret: '[secret]' });
    expect(responseBody.text).not.toContain(secret);
    // The own key, in whatever place.
    await sandbox.get(`/addons?_search=${sandbox.key}`);
    await sandbox.get(`/addons?pasword=CANARY&pageSize=1`);
    await sandbox.get(`/addons/${sandbox.key}`);
    await sandbox.post('/customers', `{"id":"${sandbox.key}","password":"CANARY"}`);
    for (let i = 0; i < 4; i++) {
      const { data } = await sandbox.must.get(`${PATH}?pageSize=4`);
      const text = JSON.stringify(await last(`&request_id=${data[i].requestId}`));
      expect(text).not.toContain(sandbox.key);
      expect(text).not.toContain('CANARY');
    }
  });

  it('200 without a password, however it is spelled', async () => {
    for (const name of ['password', 'Password', 'passwrod', 'pass_word']) {
      const body = { name: 'Ann', email: 'ann@example.com', [name]: 'CANARY-CANARY' };
      await sandbox.post('/customers/nobody/contacts', body);
      const { requestBody } = await last('&path=/sandbox/customers/nobody/contacts');
      expect(JSON.parse(requestBody.text)).toEqual({ ...body, [name]: '[secret]' });
    }
  });

  it('200 with the beginning of a long body', async () => {
    const name = 'x'.repeat(20_000);
    await sandbox.post('/addons', { type: 'FIXED_FEE', description: 'short', name });
    const { requestBody, responseBody } = await last();
    expect(requestBody).toEqual({
      ...{ size: name.length + 52, isCut: true },
      text: '{"type":"FIXED_FEE","description":"short","name":',
    });
    expect(responseBody.text).toContain('name: must have');
  });

  it('200 with the request before it to the same path, and with the one that a replay repeats', async () => {
    const key = { 'idempotency-key': 'once' };
    const body = { name: 'once', type: 'FIXED_FEE' };
    const first = await sandbox.post('/addons', body, key);
    const original = await last();
    await sandbox.get('/addons?pageSize=1');
    const second = await sandbox.post('/addons', body, key);
    expect([second.status, second.headers['idempotency-replayed'], second.text]).toEqual([
      ...[200, 'true'],
      first.text,
    ]);
    expect(await last()).toMatchObject({
      ...{ isReplay: true, idempotencyKey: 'once', originalId: original.id, previousId: original.id },
    });
  });

  it('200 without what the reader could not read otherwise', async () => {
    await sandbox.must.get('/customers?pageSize=1');
    const scopes = ['requests:read', 'catalog:read'];
    const { secret } = await sandbox.must.post('/ext/v1/api_keys', { name: 'reader', scopes });
    const reader = client(service.app, '/sandbox', secret);
    const hidden = await last('&operation_id=listCustomers', reader);
    expect(hidden).toMatchObject({
      isHidden: true,
      requiredScope: 'customers:read',
      path: '/sandbox/customers',
    });
    expect([hidden.query, hidden.responseBody.text, hidden.responseBody.size > 0]).toEqual([
      ...[undefined, undefined],
      true,
    ]);
    expect((await last('&operation_id=listAddOns', reader)).isHidden).toBe(false);
    // Its response has a part for each scope of the caller.
    await sandbox.must.get('/ext/v1/overview');
    expect((await last('&operation_id=getOverview', reader)).isHidden).toBe(true);
    expect((await last('&operation_id=getOverview')).isHidden).toBe(false);
    await reader.must.get('/ext/v1/overview');
    expect((await last('&operation_id=getOverview', reader)).isHidden).toBe(false);
  });

  it('404 for an id that nobody has, in the other environment, and in another organization', async () => {
    const { id } = await last();
    const other = await service.createOrganization('others');
    for (const [caller, requested] of [
      [sandbox, 'request.nothing'],
      [service.production, id],
      [other.sandbox, id],
    ] as const)
      expect(await caller.get(`${PATH}/${requested}`)).toMatchObject({
        ...{ status: 404, body: { message: `request ${requested} not found` } },
      });
  });
});

import { createHash } from 'node:crypto';
import pg from 'pg';
import { beforeAll, describe, expect, test } from 'vitest';
import { auditLogOf, changesOf } from '#test/audit-log.ts';
import { editTimeline, openAccount, publishPlan, sellFee } from '#test/billing-scenario.ts';
import { addContact, claimsOf, enterPortal } from '#test/portal.ts';
import { type Client, client, useService } from '#test/running-app.ts';

const service = useService();
let sandbox: Client;
let ownKey: string;
beforeAll(async () => {
  ({ sandbox } = service);
  await sandbox.setClock('2030-01-01T00:00:00Z');
  const { data } = await sandbox.must.get('/ext/v1/api_keys');
  ownKey = data[0].id;
  await openAccount(sandbox, 'acme');
});

test('the organization and its keys were made by the service itself, and no hash is shown', async () => {
  const [organization] = await auditLogOf(sandbox, 'entity_type=ORGANIZATION');
  expect(organization).toMatchObject({
    ...{ action: 'CREATED', entityId: 'default', actor: { type: 'SYSTEM', id: 'tallymark' } },
    after: { id: 'default', environment: 'sandbox', baseCurrency: 'USD' },
  });
  expect(organization).not.toHaveProperty('before');
  const [key] = await auditLogOf(sandbox, 'entity_type=API_KEY');
  expect(key.after).toMatchObject({ id: ownKey, secretHash: '[hidden]', status: 'ACTIVE' });
});

test('a key: created, updated with what changed only, and by which request', async () => {
  const headers = { 'x-request-id': 'req-of-the-name' };
  await sandbox.patch('/customers/customer-acme', { name: 'Acme Ltd' }, headers);
  await sandbox.patch('/customers/customer-acme', { name: 'Acme Ltd' }, { 'x-request-id': 'req-of-nothing' });
  const entries = await auditLogOf(sandbox, 'entity_type=CUSTOMER&entity_id=customer-acme');
  expect(changesOf(entries)).toEqual(['CUSTOMER customer-acme CREATED', 'CUSTOMER customer-acme UPDATED']);
  const [created, updated] = entries;
  expect(created).toMatchObject({
    ...{ operationId: 'createCustomer', at: '2030-01-01T00:00:00.000Z' },
    ...{ actor: { type: 'API_KEY', id: ownKey }, after: { id: 'customer-acme', status: 'ACTIVE' } },
  });
  expect(created.writtenAt).toMatch(/^20/);
  expect(created.writtenAt).not.toBe(created.at);
  expect(updated).toMatchObject({ operationId: 'updateCustomer', requestId: 'req-of-the-name' });
  expect([updated.before, updated.after]).toEqual([{ name: created.after.name }, { name: 'Acme Ltd' }]);
  expect(changesOf(await auditLogOf(sandbox, 'request_id=req-of-the-name'))).toEqual([
    'CUSTOMER customer-acme UPDATED',
  ]);
});

test('a deletion keeps what was there', async () => {
  const setting = { id: 'colour', name: 'Colour', value: 'red', namespace: 'USER', dataType: 'STRING' };
  await sandbox.must.post('/settings', { ...setting, entityType: 'ACCOUNT', entityId: 'acme' });
  await sandbox.must.delete('/ext/v1/settings/setting.USER.colour.ACCOUNT.acme');
  const [, deleted] = await auditLogOf(sandbox, 'entity_id=setting.USER.colour.ACCOUNT.acme');
  expect(deleted).toMatchObject({ action: 'DELETED', before: { value: 'red', entityId: 'acme' } });
  expect(deleted).not.toHaveProperty('after');
  expect(deleted.operationId).toBe('deleteSetting');
});

test('an access token is distinguished from the key that it was issued for', async () => {
  const { token } = await sandbox.must.post('/authenticate');
  await client(service.app, '/sandbox', token).must.post('/addons', { name: 'Support', type: 'FIXED_FEE' });
  const [entry] = await auditLogOf(sandbox, 'actor_type=ACCESS_TOKEN');
  expect(entry).toMatchObject({ entityType: 'ADD_ON', actor: { type: 'ACCESS_TOKEN', id: ownKey } });
});

describe('a contact at the portal', () => {
  let portal: Client;
  beforeAll(async () => {
    await addContact(sandbox, {
      ...{ customer: 'customer-acme', email: 'ann@acme.test', password: 'correct horse battery' },
      access: { allAccounts: true, mode: 'WRITE' },
    });
    portal = await enterPortal(service, { caller: sandbox, organization: 'default', email: 'ann@acme.test' });
  });

  test('is named with her token', async () => {
    await portal.must.patch('/accounts/acme', { primaryEmail: 'bills@acme.test' });
    const [entry] = await auditLogOf(sandbox, 'actor_type=PORTAL_TOKEN');
    const { jti, con } = claimsOf(portal.key);
    expect(entry).toMatchObject({
      ...{ entityType: 'ACCOUNT', entityId: 'acme', action: 'UPDATED', operationId: 'updateAccount' },
      ...{
        actor: { type: 'PORTAL_TOKEN', id: jti, contact: con },
        after: { primaryEmail: 'bills@acme.test' },
      },
    });
  });

  test('cannot read what she has written, nor anything else of it', async () => {
    expect((await portal.get('/ext/v1/audit_log')).status).toBe(403);
    expect((await portal.get('/ext/v1/audit_log/1')).status).toBe(403);
  });

  test('has a password that no entry shows, though it shows that it was changed', async () => {
    const [{ entityId: username, after }] = await auditLogOf(sandbox, 'entity_type=CONTACT');
    expect(after).toMatchObject({ email: 'ann@acme.test', passwordHash: '[hidden]' });
    const path = `/ext/v1/customers/customer-acme/contacts/${username}`;
    await sandbox.must.patch(path, { password: 'another horse battery' });
    const [, changed] = await auditLogOf(sandbox, 'entity_type=CONTACT');
    expect([changed.before, changed.after]).toEqual([
      { passwordHash: '[hidden]' },
      { passwordHash: '[hidden]' },
    ]);
  });
});

test('timed work: an invoice is opened and closed by the clock, at its instant', async () => {
  const addOn = await sellFee(sandbox, 'Base');
  const planId = await publishPlan(sandbox, {
    ...{ name: 'Base', cards: [{ type: 'FIXED_FEE', billableId: addOn, fee: { rate: 10 } }] },
  });
  await editTimeline(sandbox, 'acme', [{ planId, from: '2030-01-01', until: '2030-02-01' }]);
  const { data } = await sandbox.must.get('/invoices?owner_id=acme');
  const draftEntries = await auditLogOf(sandbox, `entity_type=INVOICE&entity_id=${data[0].id}`);
  // Computing the draft again is no change.
  await sandbox.must.get(`/invoices/${data[0].id}`);
  await sandbox.setClock('2030-03-05T00:00:00Z');
  const entries = await auditLogOf(sandbox, `entity_type=INVOICE&entity_id=${data[0].id}`);
  expect(draftEntries.map(({ action }) => action)).toEqual(['CREATED']);
  expect(entries[0]).toMatchObject({
    ...{ actor: { type: 'SYSTEM', id: 'invoices.open_cycle' }, after: { status: 'DRAFT' } },
  });
  expect(entries[0].after).not.toHaveProperty('document');
  const closed = entries.find(({ after }) => after.finalizingStatus === 'FINALIZED');
  expect(closed).toMatchObject({
    ...{
      action: 'UPDATED',
      actor: { type: 'SYSTEM', id: 'invoices.close_cycle' },
      at: '2030-02-01T00:00:00.000Z',
    },
    ...{ before: { status: 'DRAFT' }, after: { status: 'DUE', totalAmount: 10 } },
  });
  expect(closed).not.toHaveProperty('operationId');
  expect(closed).not.toHaveProperty('requestId');
});

test('an amount keeps every digit', async () => {
  await sandbox.must.post(
    '/credits',
    `{"creditRequests":[{"accountId":"acme","purpose":"gift","effectiveFrom":"2030-03-05","priority":1,
      "creditAmount":12345678901234567890.12}]}`,
  );
  const { text } = await sandbox.get('/ext/v1/audit_log?entity_type=CREDIT');
  expect(text).toContain('"creditAmount":12345678901234567890.1200');
});

test('a rejected request leaves no entry, and one that is repeated under its key only one', async () => {
  const before = (await auditLogOf(sandbox, 'entity_type=ADD_ON')).length;
  const headers = { 'idempotency-key': 'once' };
  const body = { name: 'Only once', type: 'FIXED_FEE' };
  for (const _ of [1, 2]) expect((await sandbox.post('/addons', body, headers)).status).toBe(200);
  expect((await sandbox.post('/customers', { id: 'x' })).status).toBe(400);
  expect(await auditLogOf(sandbox, 'entity_type=ADD_ON')).toHaveLength(before + 1);
});

test('no entry holds a secret, nor the hash of one', async () => {
  const { secret } = await sandbox.must.post('/ext/v1/api_keys', {
    name: 'shown once',
    scopes: ['org:read'],
  });
  const { token } = await sandbox.must.post('/organizations/default/token', { email: 'ann@acme.test' });
  const owner = new pg.Client({ connectionString: service.databaseUrl });
  await owner.connect();
  const { rows } = await owner.query(`select string_agg(l::text, e'\\n') as text,
    array(select password_hash from contacts where password_hash is not null) as hashes from audit_log l`);
  await owner.end();
  const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
  const [{ text, hashes }] = rows;
  expect(hashes).toHaveLength(1);
  expect(text).toContain('shown once');
  const secrets = [secret, hashOf(secret), sandbox.key, hashOf(sandbox.key), token, token.split('.')[2]];
  for (const canary of [...secrets, ...hashes, 'correct horse battery', 'another horse battery'])
    expect(text.includes(canary), `the log holds ${canary}`).toBe(false);
});

test('ingestion leaves none', async () => {
  await sandbox.must.post('/event_schema', { name: 'call', attributes: [], dimensions: [] });
  await sandbox.must.post('/event_schema/call/activate');
  const before = (await sandbox.must.get('/ext/v1/audit_log?pageSize=1')).data[0].id;
  const event = { id: 'e1', schemaName: 'call', accountId: 'acme', timestamp: '2030-03-04T00:00:00Z' };
  await sandbox.must.post('/ingest', { event: { ...event, attributes: [], dimensions: {} } });
  expect((await sandbox.must.get('/ext/v1/audit_log?pageSize=1')).data[0].id).toBe(before);
});

test('two organizations, and two environments, never see what the other did', async () => {
  const other = await service.createOrganization('other');
  await other.sandbox.must.post('/addons', { name: 'Theirs', type: 'FIXED_FEE' });
  const theirs = await auditLogOf(other.sandbox);
  expect(new Set(changesOf(theirs).map((line) => line.split(' ')[0]))).toEqual(
    new Set(['ORGANIZATION', 'API_KEY', 'ADD_ON']),
  );
  for (const { id } of theirs)
    for (const stranger of [sandbox, service.production, other.production])
      expect((await stranger.get(`/ext/v1/audit_log/${id}`)).status).toBe(404);
  expect((await auditLogOf(other.production)).some(({ entityType }) => entityType === 'ADD_ON')).toBe(false);
});

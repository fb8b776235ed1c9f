import { beforeAll, describe, expect, it } from 'vitest';
import { insertInvoice, insertSchedule } from '#test/billing-rows.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
const setting = (members: object) => ({
  id: 'threshold',
  value: '10',
  entityType: 'ACCOUNT',
  entityId: 'acme',
  namespace: 'USER',
  name: 'Threshold',
  dataType: 'NUMERIC',
  ...members,
});
const create = (members: object) => service.production.post('/settings', setting(members));
const text = (value: string) => ({ dataType: 'STRING', value });

beforeAll(async () => {
  const { must } = service.production;
  await must.post('/customers', { id: 'acme', name: 'Acme', primaryEmail: 'a@b.c', address: {} });
});

describe('POST /settings', () => {
  it('201 and the setting, its namespace and type in upper case', async () => {
    const { status, body } = await create({ namespace: 'user', entityType: 'Account' });
    expect(status).toBe(201);
    expect(body).toEqual(setting({}));
  });

  it('201 and the setting of the same identity is replaced', async () => {
    await create({ id: 'again', value: '1' });
    const { status, body } = await create({ id: 'again', ...text('two'), name: 'Renamed' });
    expect(status).toBe(201);
    expect(body).toMatchObject({ value: 'two', dataType: 'STRING', name: 'Renamed' });
    const { data } = await service.production.must.get('/settings?setting_id=again');
    expect(data).toEqual([body]);
  });

  it.each(['CUSTOMER', 'ACCOUNT'])(
    '201 by the platform id of a %s, stored under its own',
    async (entityType) => {
      const { platformAccountId, platformCustomerId } = await service.production.must.get('/accounts/acme');
      const entityId = entityType === 'CUSTOMER' ? platformCustomerId : platformAccountId;
      expect((await create({ entityType, entityId })).body.entityId).toBe('acme');
    },
  );

  it('201 for every kind of thing that exists, 404 otherwise', async () => {
    const { production } = service;
    await production.must.post('/event_schema', {
      name: 'calls',
      attributes: [{ name: 'n' }],
      dimensions: [],
    });
    const meter = await production.must.post('/usage_meters', {
      name: 'calls',
      type: 'COUNTER',
      aggregation: 'COUNT',
      eventSchemaName: 'calls',
      computations: [{ computation: '1', order: 1 }],
    });
    const addOn = await production.must.post('/addons', { name: 'Fee', type: 'FIXED_FEE' });
    const feature = await production.must.post('/features', { name: 'Export', schemaAssociations: [] });
    await insertSchedule(service, { accountId: 'acme', startAt: '2030-01-01T00:00:00Z' });
    const span = { startAt: '2030-01-01T00:00:00Z', endAt: '2030-02-01T00:00:00Z' };
    await insertInvoice(service, {
      id: 'inv.1',
      accountId: 'acme',
      status: 'DUE',
      isFinalized: true,
      ...span,
    });
    const things = [
      ['ORGANIZATION', 'default'],
      ['CUSTOMER', 'acme'],
      ['ACCOUNT', 'acme'],
      ['EVENT_SCHEMA', 'calls'],
      ['USAGE_METER', meter.id],
      ['ADD_ON', addOn.id],
      ['FEATURE', feature.id],
      ['PRICE_PLAN', 'plan-acme-ACTIVE'],
      ['INVOICE', 'inv.1'],
    ];
    for (const [entityType, entityId] of things) {
      expect([entityType, (await create({ entityType, entityId })).status]).toEqual([entityType, 201]);
      const { status, headers } = await create({ entityType, entityId: 'nothing' });
      expect([status, headers['error-code']]).toEqual([404, 'SETTING_ENTITY_NOT_FOUND']);
    }
  });

  it('404 for what another organization has, and for its own id', async () => {
    const other = await service.createOrganization('other');
    const customer = { id: 'theirs', name: 'Theirs', primaryEmail: 'a@b.c', address: {} };
    await other.production.must.post('/customers', customer);
    expect((await create({ entityId: 'theirs' })).status).toBe(404);
    expect((await create({ entityType: 'ORGANIZATION', entityId: 'other' })).status).toBe(404);
  });

  it('201 for an invoice group, and 404 when it has ended', async () => {
    await service.production.must.post('/accounts', { id: 'grouped', name: 'Grouped', customerId: 'acme' });
    const group = { name: 'G', email: 'g@example.com', dailyInvoiceConsolidation: true, address: {} };
    const accountIds = ['grouped'];
    const { id } = await service.production.must.post('/invoice_groups', { ...group, accountIds });
    const owned = { entityType: 'INVOICE_GROUP', entityId: id };
    expect((await create(owned)).status).toBe(201);
    await service.production.must.post(`/invoice_groups/${id}/remove_accounts`, { accountIds });
    const { status, body } = await create(owned);
    expect([status, body.message]).toEqual([404, `invoice group ${id} not found`]);
  });

  it('400 when the thing is archived', async () => {
    await service.production.must.post('/accounts', { id: 'gone', name: 'Gone', customerId: 'acme' });
    await service.production.must.delete('/accounts/gone');
    const { status, body } = await create({ entityId: 'gone' });
    expect([status, body.message]).toEqual([400, 'account gone is archived; its settings cannot be changed']);
  });

  it.each([
    //  members                                                      status
    [{ id: 'i'.repeat(100) }, 201],
    [{ id: 'i'.repeat(101) }, 400],
    [{ id: 'with.dot' }, 400],
    [{ id: '' }, 400],
    [{ id: 'aZ_-9' }, 201],
    [{ namespace: 'integration' }, 201],
    [{ namespace: 'OTHER' }, 400],
    [{ name: 'n'.repeat(255) }, 201],
    [{ name: 'n'.repeat(256) }, 400],
    [{ name: ' ' }, 400],
    [{ entityType: 'INVOICE_GROUP' }, 404],
    [{ entityType: 'FEATURE' }, 404],
    [{ entityType: 'PLANET' }, 400],
    [{ entityType: '__proto__' }, 400],
    [{ entityId: '' }, 400],
    [{ entityId: 'e'.repeat(256) }, 400],
    [{ value: 7 }, 400],
    [{ value: null }, 400],
    [{ dataType: 'TEXT' }, 400],
    [{ extra: 1 }, 400],
    [text(''), 201],
    [text('line\none'), 201],
    [text('x'.repeat(32_768)), 201],
    [text('x'.repeat(32_769)), 400],
    [text('😀'.repeat(8192)), 201], // 32 KiB of four bytes each
    [text('😀'.repeat(8193)), 400],
    [text('nul\u0000'), 400],
    [{ value: '-12.50' }, 201],
    [{ value: '1e3' }, 201],
    [{ value: '9'.repeat(38) }, 201],
    [{ value: '9'.repeat(39) }, 400],
    [{ value: `0.${'1'.repeat(18)}` }, 201],
    [{ value: `0.${'1'.repeat(19)}` }, 400],
    [{ value: '' }, 400],
    [{ value: '1,5' }, 400],
    [{ value: 'NaN' }, 400],
    [{ value: '0x10' }, 400],
    [{ dataType: 'JSON', value: '{"a":[1,null]}' }, 201],
    [{ dataType: 'JSON', value: '{a:1}' }, 400],
    [{ dataType: 'JSON', value: '' }, 400],
    [{ dataType: 'JSON', value: '['.repeat(30_000) }, 400],
    [{ dataType: 'JSON_LOGIC', value: '{">":[{"var":"a"},1]}' }, 201],
    [{ dataType: 'JSON_LOGIC', value: '{"eval":[1]}' }, 400],
    [{ dataType: 'JSON_LOGIC', value: 'not json' }, 400],
    [{ dataType: 'JSON_LOGIC', value: `"${'x'.repeat(10_000)}"` }, 400],
  ])('%.80j', async (members, expected) => {
    expect((await create(members)).status).toBe(expected);
  });

  it.each(['id', 'value', 'entityType', 'entityId', 'namespace', 'name', 'dataType'])(
    '400 without %s',
    async (name) => {
      const { status, body } = await create({ [name]: undefined });
      expect([status, body.message]).toEqual([400, `${name}: is required`]);
    },
  );
});

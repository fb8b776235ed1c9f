import { beforeAll, describe, expect, it } from 'vitest';
import { expectBorders, expectRejected, expectRequired } from '#test/borders.ts';
import { type Client, useService } from '#test/running-app.ts';

/** Setting, and the two endpoints of settings. */
const service = useService();
const MEMBERS = ['id', 'value', 'entityType', 'entityId', 'namespace', 'name', 'dataType'] as const;
const LIMIT = {
  ...{ id: 'limit', value: '12.5', entityType: 'ACCOUNT', entityId: 'acme' },
  ...{ namespace: 'USER', name: 'Limit', dataType: 'NUMERIC' },
};
const ADDRESS = '/settings/setting.USER.limit.ACCOUNT.acme';
let client: Client;
beforeAll(async () => {
  client = service.sandbox;
  const customer = { id: 'acme', name: 'Acme', primaryEmail: 'a@b.example', address: {} };
  await client.must.post('/customers', customer);
});

const send = (members: Record<string, unknown>) => client.post('/settings', { ...LIMIT, ...members });

describe('Setting', () => {
  it('every field is required', () => expectRequired(send, MEMBERS));

  it('every field is a string', async () => {
    for (const member of MEMBERS) {
      const { status, body } = await send({ [member]: 7 });
      expect([status, body.message]).toEqual([400, expect.stringMatching(`^${member}: must be `)]);
    }
    for (const value of Object.values((await send({})).body)) expect(typeof value).toBe('string');
  });

  it('dataType: STRING, NUMERIC, JSON or JSON_LOGIC', async () => {
    const wrong = 'dataType: must be one of STRING, NUMERIC, JSON, JSON_LOGIC';
    await expectBorders((members) => send({ value: '{"+":[1,2]}', ...members }), 'dataType', {
      fits: ['STRING', 'JSON', 'JSON_LOGIC'],
      rejected: [
        ['numeric', wrong],
        ['BOOLEAN', wrong],
      ],
    });
    await expectBorders(send, 'dataType', { fits: ['NUMERIC'], rejected: [] });
  });

  it('NUMERIC, JSON and JSON_LOGIC are really read', async () => {
    for (const [dataType, fits, rejected] of [
      ['STRING', ['', 'anything at all'], []],
      ['NUMERIC', ['0', '-12.50', '1e3', '9'.repeat(38)], ['', 'ten', '1,5', '0x10', '9'.repeat(39)]],
      ['JSON', ['{}', '[1,null]', '"text"', '7'], ['', '{a:1}', '[1,']],
      ['JSON_LOGIC', ['{"var":"a"}', '{">":[{"var":"a"},1]}'], ['', '{"eval":[1]}', '{"+":[1,']],
    ] as const)
      await expectBorders((members) => send({ dataType, ...members }), 'value', {
        fits,
        rejected: rejected.map((value) => [value, /^value: /] as const),
      });
  });

  it('value: at most 32 KiB', async () => {
    await expectBorders((members) => send({ dataType: 'STRING', ...members }), 'value', {
      fits: ['x'.repeat(32_768)],
      rejected: [['x'.repeat(32_769), /^value: must (?:have at most 32768 characters|be at most 32 KiB)/]],
    });
  });

  it('entityType is one of ten kinds, namespace one of the known ones, in any case', async () => {
    expect((await send({ entityType: 'account', namespace: 'user' })).body).toEqual(LIMIT);
    expectRejected(
      await send({ entityType: 'PLANET' }),
      400,
      'entityType: must be one of ORGANIZATION, CUSTOMER, ACCOUNT, INVOICE_GROUP, EVENT_SCHEMA, ' +
        'USAGE_METER, ADD_ON, FEATURE, PRICE_PLAN, INVOICE',
    );
    expectRejected(
      await send({ namespace: 'OTHER' }),
      400,
      /^namespace: must be one of USER, PLATFORM, INTEGRATION/,
    );
  });
});

describe('POST /settings', () => {
  it('returns the setting', async () => {
    const { status, body } = await send({});
    expect([status, body]).toEqual([201, LIMIT]);
  });

  it('insert and update return the same shape', async () => {
    const { body: inserted } = await send({ id: 'shape' });
    const { status, body: updated } = await send({ id: 'shape', value: '13', name: 'Other' });
    expect([status, updated]).toEqual([201, { ...inserted, value: '13', name: 'Other' }]);
    const patched = await client.patch('/settings/setting.USER.shape.ACCOUNT.acme', { value: '14' });
    expect([patched.status, patched.body]).toEqual([201, { ...updated, value: '14' }]);
    expect((await client.must.get('/settings?setting_id=shape')).data).toEqual([patched.body]);
  });

  it('404 for what the setting would belong to, 400 when that is archived', async () => {
    expectRejected(await send({ entityId: 'nobody' }), 404, 'account nobody not found');
    await client.must.post('/accounts', { id: 'gone', name: 'Gone', customerId: 'acme' });
    await client.must.delete('/accounts/gone');
    expectRejected(
      await send({ entityId: 'gone' }),
      400,
      'account gone is archived; its settings cannot be changed',
    );
  });
});

describe('GET /settings/{setting_id_str}', () => {
  it('returns the setting by setting.<namespace>.<id>.<entity type>.<entity id>', async () => {
    await send({});
    const { status, body } = await client.get(ADDRESS);
    expect([status, body]).toEqual([200, LIMIT]);
    for (const address of ['setting.USER.other.ACCOUNT.acme', 'limit', 'setting.USER.limit.ACCOUNT.other'])
      expectRejected(await client.get(`/settings/${address}`), 404, `setting ${address} not found`);
  });
});

import { describe, expect, it } from 'vitest';
import { mailAddressOf } from '#test/mail-address.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
const customer = (members: object) => ({
  name: 'Acme Incorporated',
  primaryEmail: 'billing@acme.example',
  address: { line1: 'Main Street 1', city: 'Berlin', country: 'de', phoneNumber: '+49 30 1' },
  ...members,
});
const create = (members: object) => service.production.post('/customers', customer(members));

describe('POST /customers', () => {
  it('201 and the customer with an account made from its details', async () => {
    const { status, body } = await create({ id: 'ACME' });
    expect(status).toBe(201);
    const address = { line1: 'Main Street 1', city: 'Berlin', country: 'DE', phoneNumber: '+49 30 1' };
    expect(body).toEqual({
      id: 'ACME',
      platformCustomerId: expect.stringMatching(/^customer\.\w{8}\.\w{7}$/),
      name: 'Acme Incorporated',
      primaryEmail: 'billing@acme.example',
      billingAddress: 'Main Street 1, Berlin, DE',
      address,
      settings: [],
      account: {
        id: 'ACME',
        platformAccountId: expect.stringMatching(/^account\.\w{8}\.\w{7}$/),
        platformCustomerId: body.platformCustomerId,
        name: 'Acme Incorporated',
        customerId: 'ACME',
        invoiceCurrency: 'USD',
        aliases: [],
        address,
        primaryEmail: 'billing@acme.example',
        status: 'ACTIVE',
        settings: [],
      },
    });
  });

  it('201 with the account of the body', async () => {
    const { status, body } = await create({
      id: 'with-account',
      account: { id: 'first', name: 'First', aliases: ['One'], status: 'DRAFT' },
    });
    expect(status).toBe(201);
    expect(body.account).toMatchObject({ id: 'first', customerId: 'with-account', status: 'DRAFT' });
    expect(body.account.aliases).toEqual([{ alias: 'one' }]);
    expect((await service.production.get('/accounts/with-account')).status).toBe(404);
  });

  it.each([
    ['an account has it', { id: 'owner-1', account: { id: 'Taken-1', name: 'Taken' } }, 'Taken-1'],
    [
      'it is an alias in another case',
      { id: 'owner-2', account: { id: 'a2', name: 'Two', aliases: ['taken-2'] } },
      'TAKEN-2',
    ],
    ['it is longer than the id of an account may be', { id: 'owner-3' }, 'c'.repeat(51)],
  ])('201 with a generated account id when %s', async (_, before, id) => {
    await create(before);
    const { status, body } = await create({ id });
    expect(status).toBe(201);
    expect(body.id).toBe(id);
    expect(body.account.id).toMatch(/^account\.\w{8}\.\w{7}$/);
  });

  it('409 when the id is taken, also by an archived customer', async () => {
    await create({ id: 'twice' });
    const { status, body, headers } = await create({ id: 'twice' });
    expect([status, headers['error-code'], body]).toEqual([
      409,
      'CUSTOMER_EXISTS',
      { message: 'customer twice already exists' },
    ]);
    await service.production.must.delete('/customers/twice');
    expect((await create({ id: 'twice' })).status).toBe(409);
    expect((await create({ id: 'TWICE' })).status).toBe(201);
  });

  it('409 and nothing stored when the account of the body exists', async () => {
    const { status, headers } = await create({ id: 'second-acme', account: { id: 'ACME', name: 'Again' } });
    expect([status, headers['error-code']]).toEqual([409, 'ACCOUNT_EXISTS']);
    expect((await service.production.get('/customers/second-acme')).status).toBe(404);
  });

  it('the ids of another organization are free', async () => {
    const other = await service.createOrganization('other');
    expect((await other.production.post('/customers', customer({ id: 'ACME' }))).status).toBe(201);
    expect((await service.sandbox.post('/customers', customer({ id: 'ACME' }))).status).toBe(201);
  });

  it.each([
    //  members                                            status
    [{ id: 'i'.repeat(255) }, 201],
    [{ id: 'i'.repeat(256) }, 400],
    [{ id: 'x' }, 201],
    [{ id: '' }, 400],
    [{ id: '.x' }, 400],
    [{ id: 'a b' }, 400],
    [{ id: 'a._@+:-Z9' }, 201],
    [{ id: 'name-3', name: 'abc' }, 201],
    [{ id: 'name-2', name: 'ab' }, 400],
    [{ id: 'name-255', name: '😀'.repeat(255) }, 201],
    [{ id: 'name-256', name: '😀'.repeat(256) }, 400],
    [{ id: 'name-blank', name: '    ' }, 400],
    [{ id: 'mail-320', primaryEmail: mailAddressOf(320) }, 201],
    [{ id: 'mail-321', primaryEmail: mailAddressOf(321) }, 400],
    [{ id: 'mail-0', primaryEmail: '' }, 400],
    [{ id: 'no-country', address: {} }, 201],
    [{ id: 'uk', address: { country: 'UK' } }, 400],
    [{ id: 'deu', address: { country: 'DEU' } }, 400],
    [{ id: 'line', address: { line1: 'l'.repeat(256) } }, 400],
    [{ id: 'unknown', address: { planet: 'Earth' } }, 400],
    [{ id: 'null-name', name: null }, 400],
    [{ id: 'extra', status: 'ACTIVE' }, 400],
    [{ id: 'bad-account', account: { id: 'bad-account', name: 'no' } }, 400],
    [{ id: 'nul', name: 'abc\u0000' }, 400],
  ])('%j', async (members, expected) => {
    expect((await create(members)).status).toBe(expected);
  });

  it.each(['id', 'name', 'primaryEmail', 'address'])('400 without %s', async (name) => {
    const { status, body } = await create({ id: 'without', [name]: undefined });
    expect([status, body.message]).toEqual([400, `${name}: is required`]);
  });

  it('the billing address has at most 1,000 characters', async () => {
    const long = 'x'.repeat(255);
    const address = { line1: long, line2: long, city: long, state: long };
    const { body } = await create({ id: 'long-address', address });
    expect(body.billingAddress).toHaveLength(1000);
  });

  it('stores settings once each, at most ten', async () => {
    const setting = (id: string) => ({ id, value: '1', namespace: 'user', name: 'N', dataType: 'NUMERIC' });
    const ten = Array.from({ length: 10 }, (_, i) => setting(`s${i}`));
    const { status, body } = await create({ id: 'settings-10', settings: ten });
    expect(status).toBe(201);
    expect(body.settings).toEqual(ten.map((sent) => ({ ...sent, namespace: 'USER' })));
    expect((await create({ id: 'settings-11', settings: [...ten, setting('s10')] })).status).toBe(400);
    const twice = await create({ id: 'settings-2', settings: [setting('same'), setting('same')] });
    expect([twice.status, twice.headers['error-code']]).toEqual([400, 'SETTING_REPEATED']);
    expect((await service.production.get('/customers/settings-2')).status).toBe(404);
  });
});

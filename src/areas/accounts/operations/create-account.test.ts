import { beforeAll, describe, expect, it } from 'vitest';
import { mailAddressOf } from '#test/mail-address.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
const customer = (id: string) => ({
  id,
  name: 'Acme Incorporated',
  primaryEmail: 'billing@acme.example',
  address: { line1: 'Main Street 1', country: 'DE' },
});
const create = (members: object) =>
  service.production.post('/accounts', { name: 'Acme Europe', customerId: 'acme', ...members });
const texts = (count: number, text: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => text(i));

beforeAll(async () => {
  await service.production.must.post('/customers', customer('acme'));
  await service.production.must.post('/ext/v1/organization/currencies', { currency: 'EUR', rate: 1.1 });
});

describe('POST /accounts', () => {
  it('201 and the account, its address being that of the customer', async () => {
    const { status, body } = await create({ id: 'plain' });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: 'plain',
      platformAccountId: expect.stringMatching(/^account\.\w{8}\.\w{7}$/),
      platformCustomerId: expect.stringMatching(/^customer\.\w{8}\.\w{7}$/),
      name: 'Acme Europe',
      customerId: 'acme',
      invoiceCurrency: 'USD',
      aliases: [],
      address: { line1: 'Main Street 1', country: 'DE' },
      status: 'ACTIVE',
      settings: [],
    });
  });

  it('201 with every member, aliases and tags in lower case', async () => {
    const setting = { id: 'tier', value: 'gold', namespace: 'USER', name: 'Tier', dataType: 'STRING' };
    const sent = {
      id: 'full',
      invoiceCurrency: 'EUR',
      address: { city: 'Paris', country: 'FR' },
      primaryEmail: 'eu@acme.example',
      settings: [setting],
      netTermDays: 30,
      metadata: { vat: 'DE1', 'key with spaces': '' },
      status: 'DRAFT',
    };
    const { status, body } = await create({
      ...sent,
      aliases: ['Full-One', ' FULL-one '],
      accountAliases: [
        { value: 'F', effectiveFrom: '2020-01-01T00:00:00Z' },
        { value: 'old', effectiveUntil: '2020-01-01T00:00:00Z' },
      ],
      tags: ['EU', ' eu ', 'Region: West/1'],
      billingInformation: { emailRecipients: ['A@x.y', 'a@X.Y', 'b@x.y'] },
    });
    expect(status).toBe(201);
    expect(body).toMatchObject(sent);
    expect(body.aliases).toEqual([{ alias: 'f' }, { alias: 'full-one' }]);
    expect(body.tags).toEqual(['eu', 'region: west/1']);
    expect(body.billingInformation).toEqual({ emailRecipients: ['A@x.y', 'b@x.y'] });
  });

  it('201 under the platform id of the customer', async () => {
    const { platformCustomerId } = await service.production.must.get('/customers/acme');
    const { body } = await create({ id: 'by-platform-id', customerId: platformCustomerId });
    expect(body).toMatchObject({ customerId: 'acme', platformCustomerId });
  });

  it('404 for an unknown customer, and for one of another organization', async () => {
    const other = await service.createOrganization('neighbour');
    await other.production.must.post('/customers', customer('theirs'));
    for (const customerId of ['nobody', 'theirs']) {
      const { status, body } = await create({ id: 'x', customerId });
      expect([status, body.message]).toEqual([404, `customer ${customerId} not found`]);
    }
  });

  it('400 for an archived customer', async () => {
    await service.production.must.post('/customers', customer('gone'));
    await service.production.must.delete('/customers/gone');
    const { status, headers } = await create({ id: 'late', customerId: 'gone' });
    expect([status, headers['error-code']]).toEqual([400, 'CUSTOMER_ARCHIVED']);
  });

  it('409 when the id is taken, also by an archived account', async () => {
    await create({ id: 'once' });
    const { status, body } = await create({ id: 'once' });
    expect([status, body.message]).toEqual([409, 'account once already exists']);
    await service.production.must.delete('/accounts/once');
    expect((await create({ id: 'once' })).status).toBe(409);
  });

  it.each([
    //  before                                  then                                    code
    [{ id: 'n1', aliases: ['Name-1'] }, { id: 'NAME-1' }, 'ACCOUNT_ID_IS_ALIAS'],
    [{ id: 'n2', aliases: ['name-2'] }, { id: 'o2', aliases: ['NAME-2'] }, 'ALIAS_TAKEN'],
    [{ id: 'N3-Id' }, { id: 'o3', aliases: ['n3-id'] }, 'ALIAS_IS_ACCOUNT_ID'],
    [{ id: 'n4' }, { id: 'o4', accountAliases: [{ value: 'N4' }] }, 'ALIAS_IS_ACCOUNT_ID'],
    [
      { id: 'n5', accountAliases: [{ value: 'v5', effectiveUntil: '2020-01-01T00:00:00Z' }] },
      { id: 'V5' },
      'ACCOUNT_ID_IS_ALIAS',
    ],
  ])('409 when %j is followed by %j', async (before, then, code) => {
    expect((await create(before)).status).toBe(201);
    const { status, headers } = await create(then);
    expect([status, headers['error-code']]).toEqual([409, code]);
  });

  it('409 when the id is a reserved alias; a reserved alias may become an alias', async () => {
    await service.production.must.post('/aliases', { aliases: [{ value: 'Reserved-Name' }] });
    expect((await create({ id: 'RESERVED-NAME' })).headers['error-code']).toBe('ACCOUNT_ID_IS_ALIAS');
    expect((await create({ id: 'takes-it', aliases: ['reserved-name'] })).status).toBe(201);
  });

  it('201 when an alias equals the own id, which is neither listed nor counted', async () => {
    const ten = texts(10, (i) => `own-${i}`);
    const { status, body } = await create({ id: 'own', aliases: ['own', ...ten.slice(1)] });
    expect(status).toBe(201);
    expect(body.aliases).toHaveLength(9);
    const added = await service.production.post('/accounts/own/add_aliases', { aliases: ['own', ten[0]] });
    expect(added.body.aliases).toEqual(ten.map((alias) => ({ alias })));
  });

  it('400 when more than ten aliases hold now', async () => {
    const timed = [{ value: 'one-more' }];
    const later = [{ value: 'one-later', effectiveFrom: '2999-01-01T00:00:00Z' }];
    const ten = texts(10, (i) => `count-${i}`);
    const { status, headers } = await create({ id: 'eleven', aliases: ten, accountAliases: timed });
    expect([status, headers['error-code']]).toEqual([400, 'TOO_MANY_ALIASES']);
    expect((await create({ id: 'eleven', aliases: ten, accountAliases: later })).status).toBe(201);
  });

  it.each([
    //  members                                                          status
    [{ id: 'i'.repeat(50) }, 201],
    [{ id: 'i'.repeat(51) }, 400],
    [{ id: '-x' }, 400],
    [{ id: 'name-3', name: 'abc' }, 201],
    [{ id: 'name-2', name: 'ab' }, 400],
    [{ id: 'name-255', name: '😀'.repeat(255) }, 201],
    [{ id: 'name-256', name: '😀'.repeat(256) }, 400],
    [{ id: 'customer-256', customerId: 'c'.repeat(256) }, 400],
    [{ id: 'customer-255', customerId: 'c'.repeat(255) }, 404],
    [{ id: 'customer-0', customerId: '' }, 400],
    [{ id: 'alias-3', aliases: ['abc'] }, 201],
    [{ id: 'alias-2', aliases: ['ab'] }, 400],
    [{ id: 'alias-trim', aliases: [' ab '] }, 400],
    [{ id: 'alias-50', aliases: ['😀'.repeat(50)] }, 201],
    [{ id: 'alias-51', aliases: ['a'.repeat(51)] }, 400],
    // Fifty characters, a hundred in lower case.
    [{ id: 'alias-grows', aliases: ['İ'.repeat(50)] }, 400],
    [{ id: 'alias-10', aliases: texts(10, (i) => `ten-${i}`) }, 201],
    [{ id: 'alias-11', aliases: texts(11, (i) => `eleven-${i}`) }, 400],
    [{ id: 'timed-1', accountAliases: [{ value: 't' }] }, 201],
    [{ id: 'timed-0', accountAliases: [{ value: '' }] }, 400],
    [{ id: 'timed-blank', accountAliases: [{ value: ' ' }] }, 400],
    [{ id: 'timed-50', accountAliases: [{ value: 't'.repeat(50) }] }, 201],
    [{ id: 'timed-51', accountAliases: [{ value: 't'.repeat(51) }] }, 400],
    [{ id: 'timed-line', accountAliases: [{ value: 'two\nlines' }] }, 400],
    [{ id: 'mail-320', primaryEmail: mailAddressOf(320) }, 201],
    [{ id: 'mail-321', primaryEmail: mailAddressOf(321) }, 400],
    [{ id: 'net-0', netTermDays: 0 }, 201],
    [{ id: 'net-365', netTermDays: 365 }, 201],
    [{ id: 'net-366', netTermDays: 366 }, 400],
    [{ id: 'net-minus', netTermDays: -1 }, 400],
    [{ id: 'net-half', netTermDays: 1.5 }, 400],
    [{ id: 'tags-20', tags: texts(20, (i) => `t${i}`) }, 201],
    [{ id: 'tags-21', tags: texts(21, (i) => `t${i}`) }, 400],
    [{ id: 'tag-50', tags: ['t'.repeat(50)] }, 201],
    [{ id: 'tag-51', tags: ['t'.repeat(51)] }, 400],
    [{ id: 'tag-blank', tags: [' '] }, 400],
    [{ id: 'tag-char', tags: ['a,b'] }, 400],
    [{ id: 'meta-50', metadata: Object.fromEntries(texts(50, String).map((key) => [key, ''])) }, 201],
    [{ id: 'meta-51', metadata: Object.fromEntries(texts(51, String).map((key) => [key, ''])) }, 400],
    [{ id: 'meta-key-40', metadata: { ['k'.repeat(40)]: 'v'.repeat(500) } }, 201],
    [{ id: 'meta-key-41', metadata: { ['k'.repeat(41)]: '' } }, 400],
    [{ id: 'meta-501', metadata: { k: 'v'.repeat(501) } }, 400],
    [{ id: 'meta-number', metadata: { k: 1 } }, 400],
    [{ id: 'mails-20', billingInformation: { emailRecipients: texts(20, (i) => `${i}@x`) } }, 201],
    [{ id: 'mails-21', billingInformation: { emailRecipients: texts(21, (i) => `${i}@x`) } }, 400],
    [{ id: 'cc-320', billingInformation: { additionalEmailRecipients: [mailAddressOf(320)] } }, 201],
    [{ id: 'cc-321', billingInformation: { additionalEmailRecipients: [mailAddressOf(321)] } }, 400],
    [{ id: 'billing-extra', billingInformation: { phone: '1' } }, 400],
    [{ id: 'currency', invoiceCurrency: 'JPY' }, 400],
    [{ id: 'no-currency', invoiceCurrency: 'XYZ' }, 400],
    [{ id: 'low-currency', invoiceCurrency: 'eur' }, 400],
    [{ id: 'archived', status: 'ARCHIVED' }, 400],
    [{ id: 'country', address: { country: 'ZZ' } }, 400],
    [{ id: 'extra', platformAccountId: 'x' }, 400],
  ])('%j', async (members, expected) => {
    expect((await create(members)).status).toBe(expected);
  });

  it.each([
    //  from                         until                        status
    ['2030-01-01T00:00:00Z', '2030-01-01T00:00:00.001Z', 201],
    ['2030-01-01T00:00:00Z', '2030-01-01T00:00:00Z', 400],
    ['2030-01-02T00:00:00Z', '2030-01-01T00:00:00Z', 400],
    ['0001-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z', 201],
    ['9999-01-01T00:00:00Z', undefined, 400], // after the end of time
    ['0000-12-31T23:59:59Z', undefined, 400],
    ['0001-01-01T00:00:00+14:00', undefined, 400],
    [undefined, '9999-12-31T23:59:59-12:00', 400],
    [null, undefined, 400],
    ['tomorrow', undefined, 400],
  ])('an alias from %s until %s', async (effectiveFrom, effectiveUntil, expected) => {
    const value = `r ${effectiveFrom} ${effectiveUntil}`.slice(0, 50);
    const id = `range-${value.replace(/[^\w]/g, '')}`.slice(0, 50);
    const accountAliases = [{ value, effectiveFrom, effectiveUntil }];
    expect((await create({ id, accountAliases })).status).toBe(expected);
  });
});

describe('two at the same time', () => {
  const race = async (left: object, right: object) => {
    const responses = await Promise.all([create(left), create(right)]);
    return responses.map(({ status }) => status).sort();
  };

  it.each(texts(8, String))('with the same id: one succeeds (%s)', async (i) => {
    expect(await race({ id: `race-${i}` }, { id: `race-${i}` })).toEqual([201, 409]);
  });

  it.each(texts(8, String))('with the same alias: one succeeds (%s)', async (i) => {
    const aliases = [`both-${i}`, `also-${i}`];
    const right = { id: `right-${i}`, aliases: aliases.toReversed() };
    expect(await race({ id: `left-${i}`, aliases }, right)).toEqual([201, 409]);
  });

  it.each(texts(8, String))(
    'one with the id that is the alias of the other: one succeeds (%s)',
    async (i) => {
      const left = { id: `Name-${i}-x` };
      expect(await race(left, { id: `alias-of-${i}`, aliases: [`name-${i}-X`] })).toEqual([201, 409]);
    },
  );
});

import { beforeAll, describe, expect, it } from 'vitest';
import { editTimeline, publishPlan, sellFee } from '#test/billing-scenario.ts';
import { expectBorders, expectRejected, expectRequired } from '#test/borders.ts';
import { mailAddressOf } from '#test/mail-address.ts';
import { type Client, useService } from '#test/running-app.ts';

/** Account, Address, the states of an account, and POST /accounts. */
const service = useService();
const STATUSES = ['ACTIVE', 'DRAFT', 'ARCHIVED'];
const ADDRESS = {
  ...{ phoneNumber: '+49 30 1', line1: 'Torstraße 1', line2: 'Hof', postalCode: '10119' },
  ...{ city: 'Berlin', state: 'BE', country: 'DE' },
};
let client: Client;
beforeAll(async () => {
  client = service.sandbox;
  await client.setClock('2030-01-01T00:00:00Z');
  await client.must.post('/customers', customer('acme'));
});

const customer = (id: string) => ({ id, name: 'Acme', primaryEmail: 'pay@acme.example', address: {} });
let made = 0;
const send = (members: Record<string, unknown>) => {
  made += 1;
  return client.post('/accounts', { id: `a-${made}`, name: 'Account', customerId: 'acme', ...members });
};
const must = async (members: Record<string, unknown>) => {
  const { status, body, text } = await send(members);
  expect([status, text]).toEqual([201, text]);
  return body;
};
const alias = (n: number) => `alias-${made}-${n}`;
const some = (count: number) => Array.from({ length: count }, (_, i) => alias(i));
const setting = (members: object) => ({
  ...{ id: 'colour', value: 'red', namespace: 'USER', name: 'Colour', dataType: 'STRING' },
  ...members,
});

describe('the body that creates an account', () => {
  it('id: a string of at most 50 characters', async () => {
    await expectRequired(send, ['id']);
    await expectBorders(send, 'id', {
      fits: ['i', 'i'.repeat(50)],
      rejected: [
        ['', /^id: must not be empty/],
        ['i'.repeat(51), /id: must have at most 50 characters/],
        [7, 'id: must be a string'],
      ],
    });
  });

  it('name: 3 to 255 characters', async () => {
    await expectRequired(send, ['name']);
    await expectBorders(send, 'name', {
      fits: ['abc', 'ü'.repeat(255), '😀'.repeat(255)],
      rejected: [
        ['ab', 'name: must have at least 3 characters'],
        ['n'.repeat(256), 'name: must have at most 255 characters'],
      ],
    });
  });

  it('customerId: 1 to 255 characters, of a customer that is there', async () => {
    await expectRequired(send, ['customerId']);
    const longest = 'c'.repeat(255);
    await client.must.post('/customers', { ...customer(longest), account: { id: 'first', name: 'First' } });
    await client.must.post('/customers', customer('c'));
    await expectBorders(send, 'customerId', {
      fits: ['c', longest],
      rejected: [
        ['', 'customerId: must not be empty'],
        [`${longest}c`, 'customerId: must have at most 255 characters'],
      ],
    });
    expectRejected(await send({ customerId: 'nobody' }), 404, 'customer nobody not found');
    expect((await must({ customerId: longest })).customerId).toBe(longest);
  });

  it('aliases: at most 10 entries of 3 to 50 characters', async () => {
    await expectBorders(send, 'aliases', {
      fits: [[], some(10), ['abc'], ['x'.repeat(50)]],
      rejected: [
        [some(11), 'aliases: must have at most 10 entries'],
        [['ab'], 'aliases[0]: must have at least 3 characters'],
        [['x'.repeat(51)], 'aliases[0]: must have at most 50 characters'],
        ['abc', 'aliases: must be an array'],
        [[7], 'aliases[0]: must be a string'],
      ],
    });
  });

  it('address: an object of seven texts, each of which may be absent', async () => {
    expect((await must({ address: ADDRESS })).address).toEqual(ADDRESS);
    for (const name of Object.keys(ADDRESS)) {
      await expectBorders((members) => send({ address: members }), name, {
        fits: [undefined],
        rejected: [[7, `address.${name}: must be a string`]],
      });
    }
    expectRejected(await send({ address: { street: 'x' } }), 400, 'unknown field address.street');
    expectRejected(await send({ address: 'Torstraße 1' }), 400, 'address: must be an object');
  });

  it('primaryEmail: at most 320 characters', async () => {
    const longest = `${'x'.repeat(308)}@example.com`;
    expect(longest).toHaveLength(320);
    await expectBorders(send, 'primaryEmail', {
      fits: ['a@b.example', longest],
      rejected: [[`x${longest}`, 'primaryEmail: must have at most 320 characters']],
    });
  });

  it('billingInformation: two lists of addresses for the mail of invoices', async () => {
    const billingInformation = {
      emailRecipients: ['a@b.example'],
      additionalEmailRecipients: ['c@d.example'],
    };
    expect((await must({ billingInformation })).billingInformation).toEqual(billingInformation);
    await expectBorders(send, 'billingInformation', {
      fits: [{}, { emailRecipients: [mailAddressOf(320)] }],
      rejected: [
        [{ emailRecipients: [mailAddressOf(321)] }, /emailRecipients\[0\]: must have at most 320 characters/],
        [{ emailRecipients: 'a@b.example' }, 'billingInformation.emailRecipients: must be an array'],
        [{ cc: [] }, 'unknown field billingInformation.cc'],
      ],
    });
  });

  it('settings: entries with id, value, namespace, name and dataType', async () => {
    expect((await must({ settings: [setting({})] })).settings).toEqual([setting({})]);
    for (const name of ['id', 'value', 'namespace', 'name', 'dataType'])
      expectRejected(
        await send({ settings: [setting({ [name]: undefined })] }),
        400,
        `settings[0].${name}: is required`,
      );
    expectRejected(
      await send({ settings: [setting({ dataType: 'TEXT' })] }),
      400,
      'settings[0].dataType: must be one of STRING, NUMERIC, JSON, JSON_LOGIC',
    );
    expectRejected(
      await send({ settings: [setting({ dataType: 'NUMERIC' })] }),
      400,
      /^settings\[0\]\.value: must be a number/,
    );
  });

  it('netTermDays: an integer', async () => {
    expect((await must({ netTermDays: 45 })).netTermDays).toBe(45);
    await expectBorders(send, 'netTermDays', {
      fits: [0, 365],
      rejected: [
        [-1, 'netTermDays: must be at least 0'],
        [366, 'netTermDays: must be at most 365'],
        [1.5, /^netTermDays: must be an integer/],
        ['45', /^netTermDays: must be an integer/],
      ],
    });
  });

  it('status: ACTIVE or DRAFT', async () => {
    await expectBorders(send, 'status', {
      fits: ['ACTIVE', 'DRAFT'],
      rejected: [
        ['ARCHIVED', 'status: must be one of ACTIVE, DRAFT'],
        ['active', 'status: must be one of ACTIVE, DRAFT'],
      ],
    });
  });

  it('no other member', async () => {
    expectRejected(await send({ colour: 'red' }), 400, 'unknown field colour');
  });
});

describe('the account in the response', () => {
  const everything = {
    ...{ name: 'Whole', primaryEmail: 'eu@acme.example', netTermDays: 30, address: ADDRESS },
    billingInformation: { emailRecipients: ['a@b.example'], additionalEmailRecipients: [] },
    settings: [setting({})],
    aliases: ['Whole-One', 'whole-two'],
    tags: ['Gold', 'EU'],
    metadata: { vat: 'DE1' },
  };

  it('create and get return the same, with every member of the document', async () => {
    const created = await must(everything);
    expect(await client.must.get(`/accounts/${created.id}`)).toEqual(created);
    expect(created).toEqual({
      ...everything,
      id: created.id,
      platformAccountId: expect.any(String),
      customerId: 'acme',
      platformCustomerId: expect.any(String),
      invoiceCurrency: 'USD',
      status: 'ACTIVE',
      aliases: [{ alias: 'whole-one' }, { alias: 'whole-two' }],
      tags: ['gold', 'eu'],
    });
    expect(created.id.length).toBeLessThanOrEqual(50);
  });

  it('platformAccountId and platformCustomerId are unique, and lead to their things', async () => {
    const [one, two] = [await must({}), await must({})];
    expect(one.platformAccountId).not.toBe(two.platformAccountId);
    expect(one.platformCustomerId).toBe(two.platformCustomerId);
    expect((await client.must.get(`/accounts/${one.platformAccountId}`)).id).toBe(one.id);
    expect((await client.must.get(`/customers/${one.platformCustomerId}`)).id).toBe('acme');
  });

  it('invoiceCurrency: that of the organization, or the one requested', async () => {
    expect((await must({})).invoiceCurrency).toBe('USD');
    await client.must.post('/ext/v1/organization/currencies', { currency: 'EUR', rate: 1.1 });
    expect((await must({ invoiceCurrency: 'EUR' })).invoiceCurrency).toBe('EUR');
    expectRejected(await send({ invoiceCurrency: 'CHF' }), 400, /CHF/);
    expectRejected(
      await send({ invoiceCurrency: 'EURO' }),
      400,
      /invoiceCurrency: must have at most 3 characters/,
    );
  });

  it('aliases: objects that each have an alias', async () => {
    const { id, aliases } = await must({ aliases: ['one-of-them'] });
    expect(aliases).toEqual([{ alias: 'one-of-them' }]);
    expect((await client.must.get(`/accounts/${id}`)).aliases).toEqual(aliases);
  });

  it('tags are stored in lowercase, as tags and as aliases', async () => {
    const { id } = await must({ tags: ['GOLD', 'Gold', 'eu'], aliases: ['Mixed-CASE'] });
    const stored = await client.must.get(`/accounts/${id}`);
    expect([stored.tags, stored.aliases]).toEqual([['gold', 'eu'], [{ alias: 'mixed-case' }]]);
  });

  it('invoice group details: those of its group, when requested', async () => {
    const { id } = await must({});
    const group = { name: 'Holding', email: 'bills@acme.example', dailyInvoiceConsolidation: true };
    const { id: groupId } = await client.must.post('/invoice_groups', {
      ...{ ...group, accountIds: [id], address: ADDRESS, netTermDays: 14 },
    });
    expect(await client.must.get(`/accounts/${id}`)).not.toHaveProperty('invoiceGroupDetails');
    const { invoiceGroupDetails } = await client.must.get(`/accounts/${id}?includeGroupDetails=true`);
    expect(invoiceGroupDetails).toEqual({
      ...{ ...group, id: groupId, netTermDays: 14, invoiceCurrency: 'USD', billingAddress: ADDRESS },
    });
  });

  it('additional information: the settings of the request', async () => {
    const settings = [
      setting({}),
      setting({ id: 'limit', value: '12.5', dataType: 'NUMERIC', name: 'Limit' }),
    ];
    const { id } = await must({ settings });
    expect((await client.must.get(`/accounts/${id}`)).settings).toEqual(settings);
  });
});

describe('the states of an account', () => {
  it('created without a status it is ACTIVE, in the response, too', async () => {
    const created = await must({ status: undefined });
    expect([created.status, (await client.must.get(`/accounts/${created.id}`)).status]).toEqual([
      'ACTIVE',
      'ACTIVE',
    ]);
  });

  it('created with the status DRAFT it is DRAFT, in the response, too', async () => {
    const created = await must({ status: 'DRAFT' });
    expect([created.status, (await client.must.get(`/accounts/${created.id}`)).status]).toEqual([
      'DRAFT',
      'DRAFT',
    ]);
  });

  it('is one of ACTIVE, DRAFT and ARCHIVED, and moves as the product says', async () => {
    const { id } = await must({ status: 'DRAFT' });
    const statusAfter = async (change: Promise<{ status: number }>) => {
      expect((await change).status).toBe(200);
      const { status } = await client.must.get(`/accounts/${id}`);
      expect(STATUSES).toContain(status);
      return status;
    };
    expect(await statusAfter(client.patch(`/accounts/${id}`, { status: 'ACTIVE' }))).toBe('ACTIVE');
    expect(await statusAfter(client.patch(`/accounts/${id}`, { status: 'DRAFT' }))).toBe('DRAFT');
    expect(await statusAfter(client.patch(`/accounts/${id}`, { status: 'ACTIVE' }))).toBe('ACTIVE');
    expectRejected(await client.patch(`/accounts/${id}`, { status: 'ARCHIVED' }), 400, /ACTIVE, DRAFT/);
    expect(await statusAfter(client.delete(`/accounts/${id}`))).toBe('ARCHIVED');
    expectRejected(await client.patch(`/accounts/${id}`, { status: 'ACTIVE' }), 400, /archived/);
  });

  it('netTermDays count from the date of the invoice', async () => {
    const { sandbox } = await service.createOrganization('terms');
    await sandbox.setClock('2030-01-01T00:00:00Z');
    const fee = await sellFee(sandbox, 'Fee');
    const cards = [{ type: 'FIXED_FEE' as const, billableId: fee, fee: { rate: 5 } }];
    const plan = await publishPlan(sandbox, { name: 'plan', cards });
    await sandbox.must.post('/customers', customer('acme'));
    await sandbox.must.patch('/accounts/acme', { netTermDays: 45 });
    await editTimeline(sandbox, 'acme', [{ planId: plan, from: '2030-01-01' }]);
    await sandbox.setClock('2030-02-01T00:00:00Z');
    const { data } = await sandbox.must.get('/invoices?status=DUE');
    const invoice = await sandbox.must.get(`/invoices/${data[0].id}`);
    // 1 February + 45 days = 18 March, to the end of that day.
    expect([invoice.invoiceDate, invoice.dueDate]).toEqual([
      '2030-02-01T00:00:00.000Z',
      '2030-03-18T23:59:59.999Z',
    ]);
  });
});

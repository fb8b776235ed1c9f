import { beforeAll, describe, expect, it } from 'vitest';
import { openAccount, sellFee, sellUsage } from '#test/billing-scenario.ts';
import { sellFeature } from '#test/examples/features.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
const item = (members: object = {}) => ({
  accountId: 'acme',
  purpose: 'Goodwill',
  effectiveFrom: '2030-01-01',
  creditAmount: 100,
  priority: 10,
  ...members,
});
const grant = (...creditRequests: unknown[]) => service.sandbox.post('/credits', { creditRequests });
const one = async (members: object) => {
  const { status, body } = await grant(item(members));
  return status === 200 ? body[0] : `${status} ${body.message}`;
};
const count = async (accountId: string) =>
  (await service.sandbox.must.get(`/credits?account_id=${accountId}`)).data.length;

let [meter, addOn, feature] = ['', '', ''];
beforeAll(async () => {
  const { sandbox } = service;
  await sandbox.setClock('2030-01-01T00:00:00Z');
  for (const [currency, rate] of Object.entries({ JPY: 0.01, KWD: 3.2 }))
    await sandbox.must.post('/ext/v1/organization/currencies', { currency, rate });
  await openAccount(sandbox, 'acme');
  await openAccount(sandbox, 'globex');
  await openAccount(sandbox, 'tokyo', { invoiceCurrency: 'JPY' });
  await openAccount(sandbox, 'kuwait', { invoiceCurrency: 'KWD' });
  await openAccount(sandbox, 'planned', { status: 'DRAFT' });
  await openAccount(sandbox, 'gone');
  await sandbox.must.delete('/accounts/gone');
  meter = await sellUsage(sandbox, 'calls');
  addOn = await sellFee(sandbox, 'Seat');
  feature = await sellFeature(sandbox);
});

describe('POST /credits', () => {
  it('200 and a bare array, what was sent and what follows from it', async () => {
    const { status, body } = await grant(item());
    expect(status).toBe(200);
    expect(body).toEqual([
      {
        id: expect.stringMatching(/^cred\.\w{8}\.\w{7}$/),
        customerId: 'customer-acme',
        accountId: 'acme',
        purpose: 'Goodwill',
        effectiveFrom: '2030-01-01',
        status: 'ACTIVE',
        creditAmount: 100,
        creditUnit: 'USD',
        holdAmount: 0,
        consumedAmount: 0,
        priority: 10,
        createdAt: '2030-01-01T00:00:00.000Z',
        updatedAt: '2030-01-01T00:00:00.000Z',
      },
    ]);
  });

  it('200 with every member', async () => {
    const sent = item({
      applicableEntityIds: [meter, addOn, feature, 'ALL_LICENSE_RATE_CARDS'],
      effectiveUntil: '2030-12-31',
      grantorId: 'manager 7',
      idempotencyKey: 'every member',
    });
    expect((await grant(sent)).body[0]).toMatchObject(sent);
  });

  it('200 in the order of the requests, over many accounts, one named by its platform id', async () => {
    const { platformAccountId } = await service.sandbox.must.get('/accounts/globex');
    const { body } = await grant(
      item({ accountId: 'tokyo', creditAmount: 3 }),
      item({ accountId: platformAccountId, creditAmount: 2 }),
      item({ accountId: 'acme', creditAmount: 1 }),
    );
    const shown = body.map((each: Record<string, unknown>) => [
      each.accountId,
      each.creditAmount,
      each.creditUnit,
    ]);
    expect(shown).toEqual([
      ['tokyo', 3, 'JPY'],
      ['globex', 2, 'USD'],
      ['acme', 1, 'USD'],
    ]);
  });

  it('200 for each group of billables', async () => {
    for (const group of ['USAGE_METER', 'FIXED_FEE', 'LICENSE', 'ENTITLEMENT', 'OVERAGE']) {
      const applicableEntityIds = [`ALL_${group}_RATE_CARDS`];
      expect(await one({ applicableEntityIds })).toMatchObject({ applicableEntityIds });
    }
  });

  it.each([null, []])('200 for everything when the scope is %j', async (applicableEntityIds) => {
    expect(await one({ applicableEntityIds })).not.toHaveProperty('applicableEntityIds');
  });

  it.each(['9999-01-01', '9999-12-31', null])('200 forever until %s', async (effectiveUntil) => {
    expect(await one({ effectiveUntil })).not.toHaveProperty('effectiveUntil');
  });

  it('200 for exact amounts, in as many digits as the currency has', async () => {
    const amounts = [
      ['acme', '0.01'],
      ['acme', '9999999999999999999999999999999999.99'],
      ['tokyo', '1'],
      ['kuwait', '0.001'],
    ] as const;
    const texts = amounts.map(([accountId, amount]) =>
      JSON.stringify(item({ accountId, creditAmount: 'AMOUNT' })).replace('"AMOUNT"', amount),
    );
    const { status, text } = await service.sandbox.post('/credits', `{"creditRequests":[${texts}]}`);
    expect(status).toBe(200);
    expect(text.match(/(?<="creditAmount":)[\d.]+/g)).toEqual(amounts.map(([, amount]) => amount));
  });

  it.each([
    //  members                               message
    [{ accountId: '' }, 'accountId: must not be empty'],
    [{ purpose: ' ' }, 'purpose: must not be blank'],
    [{ purpose: '' }, /^creditRequests\[0\]\.purpose: must not be empty/],
    [{ purpose: 'p'.repeat(256) }, 'purpose: must have at most 255 characters'],
    [{ priority: 0 }, 'priority: must be at least 1'],
    [{ priority: 101 }, 'priority: must be at most 100'],
    [{ priority: 1.5 }, 'priority: must be an integer'],
    [{ creditAmount: 0 }, 'creditAmount: must be greater than 0'],
    [{ creditAmount: -0.01 }, 'creditAmount: must be greater than 0'],
    [{ creditAmount: '5' }, 'creditAmount: must be a number'],
    [{ creditAmount: 0.001 }, 'creditAmount: must have at most 2 decimal places in USD'],
    [{ accountId: 'tokyo', creditAmount: 0.5 }, 'creditAmount: must have at most 0 decimal places in JPY'],
    [{ effectiveFrom: '2030-02-30' }, 'effectiveFrom: must be a calendar date YYYY-MM-DD'],
    [
      { effectiveFrom: '2030-01-02', effectiveUntil: '2030-01-01' },
      'effectiveUntil: must not be before effectiveFrom',
    ],
    [
      { effectiveFrom: '2029-01-01', effectiveUntil: '2029-12-31' },
      'effectiveUntil: must not be before today, 2030-01-01',
    ],
    [{ applicableEntityIds: ['a', 'a'] }, 'applicableEntityIds: must not contain an entry twice'],
    [{ applicableEntityIds: [''] }, 'applicableEntityIds[0]: must not be empty'],
    [{ idempotencyKey: 'k'.repeat(256) }, 'idempotencyKey: must have at most 255 characters'],
    [{ idempotencyKey: '' }, 'idempotencyKey: must not be empty'],
    [{ grantorId: 'g'.repeat(256) }, 'grantorId: must have at most 255 characters'],
    [{ status: 'ACTIVE' }, /^unknown field creditRequests\[0\]\.status$/],
  ])('400 for %j', async (members, message) => {
    const { status, body } = await grant(item(members));
    expect(status).toBe(400);
    expect(body.message).toMatch(typeof message === 'string' ? `creditRequests[0].${message}` : message);
  });

  it.each(['accountId', 'purpose', 'effectiveFrom', 'creditAmount', 'priority'])(
    '400 without %s',
    async (name) => {
      const { [name]: _, ...rest } = item() as Record<string, unknown>;
      const { status, body } = await grant(rest);
      expect([status, body.message]).toEqual([400, `creditRequests[0].${name}: is required`]);
    },
  );

  it('200 at the border of every limit', async () => {
    const widest = {
      purpose: '😀'.repeat(255),
      grantorId: 'g'.repeat(255),
      idempotencyKey: 'k'.repeat(255),
    };
    expect(await one({ ...widest, priority: 1 })).toMatchObject(widest);
    expect(await one({ priority: 100, effectiveUntil: '2030-01-01' })).toMatchObject({ priority: 100 });
    expect(await one({ effectiveFrom: '0001-01-01' })).toMatchObject({ effectiveFrom: '0001-01-01' });
  });

  it('200 for 100 credits, 400 for 101 and for none', async () => {
    const many = (length: number) => Array.from({ length }, () => item({ accountId: 'globex' }));
    const before = await count('globex');
    expect((await grant(...many(100))).body).toHaveLength(100);
    const { status, body } = await grant(...many(101));
    expect([status, body.message]).toEqual([400, 'creditRequests: must have at most 100 entries']);
    expect((await grant()).body.message).toBe('creditRequests: must have at least 1 entries');
    expect(before).toBeLessThan(50);
  });

  it('400 for a scope of 101 billables', async () => {
    const applicableEntityIds = Array.from({ length: 101 }, (_, i) => `b${i}`);
    expect(await one({ applicableEntityIds })).toMatch(/at most 100 entries$/);
    expect(await one({ applicableEntityIds: applicableEntityIds.slice(1) })).toBe(
      '404 billable b1 not found',
    );
  });

  it('404 for an account and a billable that do not exist, or of another organization', async () => {
    const { sandbox } = await service.createOrganization('neighbour');
    await openAccount(sandbox, 'theirs');
    const foreign = await sellFee(sandbox, 'Seat');
    for (const accountId of ['nobody', 'theirs'])
      expect(await one({ accountId })).toBe(`404 account ${accountId} not found`);
    for (const id of ['nothing', foreign])
      expect(await one({ applicableEntityIds: [addOn, id] })).toBe(`404 billable ${id} not found`);
  });

  it('400 for an account in DRAFT and for an archived one', async () => {
    expect(await one({ accountId: 'planned' })).toBe(
      '400 account planned is in DRAFT; set its status to ACTIVE first',
    );
    expect(await one({ accountId: 'gone' })).toBe('400 account gone is archived and cannot be changed');
  });

  it('400 for all when one is rejected, and nothing is granted', async () => {
    const before = await count('tokyo');
    const { status, body } = await grant(item({ accountId: 'tokyo' }), item({ creditAmount: 0.001 }));
    expect(status).toBe(400);
    expect(body.message).toMatch(/^creditRequests\[1\]\.creditAmount/);
    expect(await count('tokyo')).toBe(before);
  });
});

describe('the idempotency key of a grant', () => {
  const keyed = (members: object = {}) =>
    item({ idempotencyKey: 'once', applicableEntityIds: [meter, addOn], ...members });

  it('200 and the first credit when the same is granted again, also in other words', async () => {
    const [first] = (await grant(keyed())).body;
    const again = await grant(
      keyed({ applicableEntityIds: [addOn, meter], effectiveUntil: '9999-01-01', purpose: ' Goodwill ' }),
    );
    expect([again.status, again.body]).toEqual([200, [first]]);
    const text = JSON.stringify({ creditRequests: [keyed()] }).replace(
      '"creditAmount":100',
      '"creditAmount":1e2',
    );
    expect((await service.sandbox.post('/credits', text)).body).toEqual([first]);
  });

  it('200 and one credit for both when a request says it twice', async () => {
    const twice = keyed({ idempotencyKey: 'twice' });
    const { body } = await grant(twice, item(), twice);
    expect(body[2]).toEqual(body[0]);
    expect(body[1].id).not.toBe(body[0].id);
  });

  it('200 and the credit as it is now when it was voided', async () => {
    const [{ id }] = (await grant(keyed({ idempotencyKey: 'voided' }))).body;
    await service.sandbox.must.post(`/credits/${id}/void`);
    expect((await grant(keyed({ idempotencyKey: 'voided' }))).body[0]).toMatchObject({
      id,
      status: 'VOIDED',
    });
  });

  it('200 for another account under the same key', async () => {
    const [first] = (await grant(keyed())).body;
    const [other] = (await grant(keyed({ accountId: 'globex' }))).body;
    expect(other.id).not.toBe(first.id);
  });

  it.each([
    { purpose: 'Other' },
    { effectiveFrom: '2030-01-02' },
    { effectiveUntil: '2030-12-31' },
    { creditAmount: 100.01 },
    { priority: 11 },
    { applicableEntityIds: null },
    { grantorId: 'somebody' },
  ])('409 with other members: %j', async (members) => {
    await grant(keyed());
    const { status, body } = await grant(keyed(members));
    expect(status).toBe(409);
    expect(body.message).toBe(
      'creditRequests[0].idempotencyKey: once was used before for another credit of the account; ' +
        'use a new key',
    );
  });

  it('200 twice and one credit when two requests race with one key', async () => {
    const before = await count('kuwait');
    const request = item({ accountId: 'kuwait', idempotencyKey: 'race' });
    const responses = await Promise.all(Array.from({ length: 8 }, () => grant(request)));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(responses.map(({ body }) => body[0].id)).size).toBe(1);
    expect(await count('kuwait')).toBe(before + 1);
  });
});

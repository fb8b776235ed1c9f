import { beforeAll, describe, expect, it } from 'vitest';
import { editTimeline, openAccount, publishPlan, sellFee } from '#test/billing-scenario.ts';
import { anInstant, expectBorders, expectRejected, expectRequired } from '#test/borders.ts';
import { type Client, useService } from '#test/running-app.ts';

/** Credit, and POST /credits. */
const service = useService();
const ITEM = {
  ...{ accountId: 'acme', purpose: 'Goodwill', effectiveFrom: '2030-01-01', effectiveUntil: '2030-12-31' },
  ...{ creditAmount: 100, priority: 10 },
};
let client: Client;
beforeAll(async () => {
  client = service.sandbox;
  await client.setClock('2030-01-01T00:00:00Z');
  await openAccount(client, 'acme');
});

const grant = (...creditRequests: unknown[]) => client.post('/credits', { creditRequests });
const send = (members: Record<string, unknown>) => grant({ ...ITEM, ...members });
const at = (member: string) => `creditRequests[0].${member}`;

describe('an item of the grant', () => {
  it('accountId: a string, of an account that is there', async () => {
    expectRejected(await send({ accountId: undefined }), 400, `${at('accountId')}: is required`);
    await expectBorders(send, 'accountId', {
      fits: ['acme'],
      rejected: [[7, `${at('accountId')}: must be a string`]],
    });
    expectRejected(await send({ accountId: 'nobody' }), 404, /nobody not found/);
  });

  it('purpose: a string', async () => {
    expectRejected(await send({ purpose: undefined }), 400, `${at('purpose')}: is required`);
    await expectBorders(send, 'purpose', {
      fits: ['p', 'ü'.repeat(255)],
      rejected: [
        ['', /creditRequests\[0\]\.purpose: must not be empty/],
        ['p'.repeat(256), `${at('purpose')}: must have at most 255 characters`],
        [7, `${at('purpose')}: must be a string`],
      ],
    });
  });

  it('effectiveFrom: a date', async () => {
    expectRejected(await send({ effectiveFrom: undefined }), 400, `${at('effectiveFrom')}: is required`);
    await expectBorders(send, 'effectiveFrom', {
      fits: ['2030-01-01', '2030-12-31'],
      rejected: ['2031-01-01', '01/01/2030', '2030-01-01T00:00:00Z', '2030-02-30', 20300101].map(
        (value) => [value, /effectiveFrom|effectiveUntil/] as const,
      ),
    });
  });

  it('effectiveUntil: a date, not before effectiveFrom', async () => {
    await expectBorders(send, 'effectiveUntil', {
      fits: ['2030-01-01', '2031-12-31', undefined],
      rejected: ['2029-12-31', 'never', '2030-13-01'].map((value) => [value, /effectiveUntil/] as const),
    });
  });

  it('creditAmount: a number above zero, exact to the last digit of the currency', async () => {
    expectRejected(await send({ creditAmount: undefined }), 400, `${at('creditAmount')}: is required`);
    await expectBorders(send, 'creditAmount', {
      fits: [0.01, 1, 1e9],
      rejected: [
        [0, /creditAmount: must be greater than 0/],
        [-1, /creditAmount: must be greater than 0/],
        [0.001, /creditAmount/],
        ['1', /creditAmount: must be a number/],
      ],
    });
    const text = JSON.stringify({ creditRequests: [ITEM] }).replace('100', '12345678901234567890.12');
    expect((await client.post('/credits', text)).text).toContain('"creditAmount":12345678901234567890.12,');
  });

  it('priority: an integer', async () => {
    expectRejected(await send({ priority: undefined }), 400, `${at('priority')}: is required`);
    await expectBorders(send, 'priority', {
      fits: [1, 100],
      rejected: [
        [0, `${at('priority')}: must be at least 1`],
        [101, `${at('priority')}: must be at most 100`],
        [1.5, `${at('priority')}: must be an integer`],
      ],
    });
  });
});

describe('POST /credits', () => {
  it('takes an object with creditRequests, an array', async () => {
    await expectRequired(
      (members) => client.post('/credits', { creditRequests: [ITEM], ...members }),
      ['creditRequests'],
    );
    expectRejected(await grant(), 400, 'creditRequests: must have at least 1 entries');
    expect((await grant(...Array(100).fill(ITEM))).body).toHaveLength(100);
    expectRejected(
      await grant(...Array(101).fill(ITEM)),
      400,
      'creditRequests: must have at most 100 entries',
    );
  });

  it('returns an array of the credits, one for each item, in their order', async () => {
    const { status, body } = await grant({ ...ITEM, creditAmount: 3 }, { ...ITEM, creditAmount: 1 }, ITEM);
    expect(status).toBe(200);
    expect(body.map(({ creditAmount }: { creditAmount: number }) => creditAmount)).toEqual([3, 1, 100]);
  });

  it('the record has every member of the document', async () => {
    const [credit] = (await send({})).body;
    expect(credit).toMatchObject({
      ...ITEM,
      id: expect.any(String),
      customerId: 'customer-acme',
      status: 'ACTIVE',
      creditUnit: 'USD',
      holdAmount: 0,
      consumedAmount: 0,
      createdAt: anInstant,
    });
  });

  it('ACTIVE is a state of a granted credit; spent, ended and voided ones have left it', async () => {
    const { sandbox } = await service.createOrganization('spending');
    await sandbox.setClock('2030-01-01T00:00:00Z');
    const fee = await sellFee(sandbox, 'Fee');
    const cards = [{ type: 'FIXED_FEE' as const, billableId: fee, fee: { rate: 30 } }];
    const plan = await publishPlan(sandbox, { name: 'plan', cards });
    await openAccount(sandbox, 'acme');
    const creditRequests = [
      { ...ITEM, purpose: 'spent', creditAmount: 10, priority: 1 },
      { ...ITEM, purpose: 'held', creditAmount: 100, priority: 2 },
      { ...ITEM, purpose: 'ended', effectiveFrom: '2031-02-01', effectiveUntil: '2031-02-28' },
      { ...ITEM, purpose: 'voided' },
    ];
    const credits = await sandbox.must.post('/credits', { creditRequests });
    await editTimeline(sandbox, 'acme', [{ planId: plan, from: '2030-01-01', until: '2030-02-01' }]);
    await sandbox.must.post(`/credits/${credits[3].id}/void`);
    const statuses = async () => {
      const { data } = await sandbox.must.get('/credits?account_id=acme');
      const rows = data.map((row: Record<string, string>) => [row.purpose, row.status]);
      return Object.fromEntries(rows);
    };
    expect(await statuses()).toEqual({ spent: 'ACTIVE', held: 'ACTIVE', ended: 'ACTIVE', voided: 'VOIDED' });
    // The draft of 30 holds 10 of the first and 20 of the second.
    const held = await sandbox.must.get(`/credits/${credits[1].id}`);
    expect([held.holdAmount, held.consumedAmount]).toEqual([20, 0]);
    await sandbox.setClock('2030-02-01T00:00:00Z');
    const used = await sandbox.must.get(`/credits/${credits[1].id}`);
    expect([used.holdAmount, used.consumedAmount]).toEqual([0, 20]);
    await sandbox.setClock('2031-03-01T00:00:00Z');
    expect(await statuses()).toMatchObject({ spent: 'CONSUMED', ended: 'EXPIRED', voided: 'VOIDED' });
  });
});

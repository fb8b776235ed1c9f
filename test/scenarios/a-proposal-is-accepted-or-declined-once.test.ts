import { beforeAll, describe, expect, it } from 'vitest';
import {
  lineOf,
  listInvoices,
  openAccount,
  publishPlan,
  sellFee,
  sellMeteredFeature,
} from '#test/billing-scenario.ts';
import { entriesOf } from '#test/feature-scenario.ts';
import { publishBundle, settleOrder } from '#test/purchase-scenario.ts';
import { type Reply, useService } from '#test/running-app.ts';

/** A bundle of 10 credits for calls at 1.00 and a set-up of 5.00: 15.00. */
const service = useService();
let plan: string;
let calls: string;
let fee: string;

async function propose(accountId: string, body: object): Promise<Reply['body']> {
  const bundle = { type: 'ENTITLEMENT_GRANT', pricePlanId: plan, paymentMode: 'POSTPAID', ...body };
  return service.sandbox.must.post(`/accounts/${accountId}/purchase_proposals`, bundle);
}

const response = (id: string, status: 'APPROVE' | 'DECLINE') =>
  service.sandbox.post(`/purchase_proposals/${id}/update_status`, { status });

async function settled(id: string): Promise<Reply['body']> {
  await service.sandbox.settle();
  return service.sandbox.must.get(`/purchase_proposals/${id}`);
}

beforeAll(async () => {
  const client = service.sandbox;
  await client.setClock('2030-01-10T09:00:00Z');
  for (const account of ['a1', 'a2', 'a3']) await openAccount(client, account);
  calls = await sellMeteredFeature(client, 'Calls');
  fee = await sellFee(client, 'Set-up');
  plan = await publishBundle(client, {
    name: 'Bundle',
    features: { [calls]: { rate: 1, windows: [{ until: 'P1Y', limit: 10 }] } },
    fees: { [fee]: 5 },
  });
});

describe('approved to be paid later', () => {
  it('it is granted and billed at the price of the proposal', async () => {
    const client = service.sandbox;
    const { id, status, price } = await propose('a1', {});
    expect([status, price]).toEqual(['PROPOSAL_ACTIVE', 15]);
    expect((await client.get(`/purchases/${id}`)).status).toBe(404);
    // The next version costs more: what was proposed does not.
    const dearer = {
      ...{ type: 'FIXED_FEE', billableId: fee, invoiceTiming: 'IN_ADVANCE' },
      rateCardDetails: {
        fixedFeeRateCard: { rateValues: [{ currency: 'USD', rate: 500 }], enableProration: false },
      },
    };
    const { data } = await client.must.get(`/v2/price_plans/${plan}/rate_cards`);
    const { name } = data.find(({ type }: Reply['body']) => type === 'FIXED_FEE');
    await client.must.post(`/v2/price_plans/${plan}/rate_cards`, {
      operations: [{ actionType: 'UPDATE', rateCardName: name, rateCard: dearer }],
    });
    await client.must.post(`/v2/price_plans/${plan}/finalize`, {});
    // A credit pays of it what it can.
    await client.must.post('/credits', {
      creditRequests: [
        {
          ...{ accountId: 'a1', purpose: 'Goodwill', effectiveFrom: '2030-01-01' },
          ...{ creditAmount: 4, priority: 1 },
        },
      ],
    });
    const replies = await Promise.all([1, 2].map(() => response(id, 'APPROVE')));
    expect(replies.map((reply) => reply.status).sort()).toEqual([200, 400]);
    const done = await settled(id);
    expect(done).toMatchObject({
      ...{ status: 'SUCCESS', price: 15, pricePlanVersion: 1, paymentMode: 'POSTPAID' },
      proposalResponseDate: '2030-01-10T09:00:00.000Z',
    });
    expect(await entriesOf(client, calls)).toEqual(['0$PURCHASE ACTIVE 2030-01-10 2031-01-10 10 0']);
    const [invoice] = await listInvoices(client, 'a1');
    expect([
      invoice.id === done.invoiceId,
      invoice.invoiceClass,
      invoice.invoiceType,
      lineOf(invoice),
    ]).toEqual([true, 'INVOICE', 'AD_HOC', '2030-01-10 to 2030-01-11 DUE 11']);
    const { data: bought } = await client.must.get('/accounts/a1/purchases');
    expect(bought).toMatchObject([{ id, status: 'SUCCESS', pricePlanName: 'Bundle' }]);
  });

  it('a plan is on the account as it was offered', async () => {
    const client = service.sandbox;
    const base = await sellFee(client, 'Base');
    const cards = [{ type: 'FIXED_FEE' as const, billableId: base, fee: { rate: 20 } }];
    const offered = { id: base, invoiceTiming: 'IN_ARREARS', enableProration: false };
    const { id, price } = await propose('a2', {
      ...{ type: 'ASSOCIATION', pricePlanId: await publishPlan(client, { name: 'Monthly', cards }) },
      ...{ effectiveFrom: '2030-02-01', effectiveUntil: '9999-01-01', paymentMode: 'PREPAID' },
      associationOverride: {
        fixedFeeRateCards: [{ ...offered, rateValues: [{ currency: 'USD', rate: 12 }] }],
      },
    });
    // It bills by its own cycles, so nothing is to be paid before.
    expect(price).toBe(0);
    await response(id, 'APPROVE');
    expect((await settled(id)).status).toBe('SUCCESS');
    await client.setClock('2030-03-01T00:00:00Z');
    expect((await listInvoices(client, 'a2')).map(lineOf)).toEqual([
      '2030-02-01 to 2030-03-01 DUE 12',
      '2030-03-01 to 2030-04-01 DRAFT 12',
    ]);
  });
});

it('approved to be paid first, it is ordered, and granted when that is paid', async () => {
  const [paid, given] = [
    await propose('a3', { paymentMode: 'PREPAID' }),
    await propose('a3', { paymentMode: 'PREPAID' }),
  ];
  for (const { id } of [paid, given]) {
    const { body } = await response(id, 'APPROVE');
    expect([body.status, body.price]).toEqual(['PROPOSAL_APPROVED', 510]);
    expect(await settled(id)).toMatchObject({ status: 'PROPOSAL_APPROVED', invoiceId: body.invoiceId });
    await settleOrder(service.sandbox, body, id === paid.id ? 'PAID' : 'UN_COLLECTIBLE');
  }
  expect(await settled(paid.id)).toMatchObject({ status: 'SUCCESS' });
  expect(await settled(given.id)).toMatchObject({
    ...{ status: 'FAILURE', comment: 'the order was given up as uncollectible' },
  });
});

describe('it is over', () => {
  const error = async (id: string) => {
    const { status, body } = await response(id, 'APPROVE');
    return [status, body.message.replace(id, 'p')];
  };

  it('when it was declined', async () => {
    const { id } = await propose('a3', {});
    expect((await response(id, 'DECLINE')).body).toMatchObject({
      ...{ status: 'PROPOSAL_DECLINED', proposalResponseDate: '2030-03-01T00:00:00.000Z' },
    });
    expect(await error(id)).toEqual([
      400,
      'purchase proposal p is PROPOSAL_DECLINED, which is final; create a new proposal',
    ]);
  });

  it('when its last instant has come, as it says or before it would begin', async () => {
    const said = await propose('a3', { expiryDate: '2030-03-05T12:00:00Z', effectiveFrom: '2030-03-06' });
    const silent = await propose('a3', { effectiveFrom: '2030-03-06' });
    await service.sandbox.setClock('2030-03-05T12:00:00Z');
    expect((await settled(said.id)).status).toBe('PROPOSAL_EXPIRED');
    expect((await settled(silent.id)).status).toBe('PROPOSAL_ACTIVE');
    await service.sandbox.setClock('2030-03-06T00:00:00Z');
    expect((await settled(silent.id)).status).toBe('PROPOSAL_EXPIRED');
    expect(await error(said.id)).toEqual([
      400,
      'purchase proposal p is PROPOSAL_EXPIRED, which is final; create a new proposal',
    ]);
    const { data } = await service.sandbox.must.get('/accounts/a3/purchases');
    expect(data).toHaveLength(2);
  });
});

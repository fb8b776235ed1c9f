import { describe, expect, it } from 'vitest';
import {
  editTimeline,
  lineOf,
  listInvoices,
  openAccount,
  publishPlan,
  sellUsage,
  use,
  valuesOf,
} from '#test/billing-scenario.ts';
import { type Client, useService } from '#test/running-app.ts';

const service = useService();

function creditCard(grantDetails: Record<string, unknown>, more: Record<string, unknown> = {}) {
  return {
    creditGrantRateCard: {
      grantDetails: { priority: 0, ...grantDetails },
      rateDetails: {
        pricingModel: 'TIERED',
        currencySlabRateDetails: [
          {
            currency: 'USD',
            creditAmount: 100,
            slabDetails: [{ startAfter: 0, priceType: 'FLAT', rate: 80 }],
          },
        ],
      },
      ...more,
    },
  };
}

async function sellCredit(client: Client, name: string): Promise<string> {
  return (await client.must.post('/addons', { name, type: 'CREDIT_GRANT' })).id;
}

async function listCredits(client: Client, accountId: string) {
  const { credits, data } = await client.must.get(`/credits?account_id=${accountId}`);
  return (credits ?? data)
    .map(
      (credit: Record<string, unknown>) =>
        `${credit.effectiveFrom} to ${credit.effectiveUntil ?? 'forever'} ${credit.status} ` +
        `${credit.consumedAmount} of ${credit.creditAmount}`,
    )
    .sort();
}

describe('a plan that grants credits', () => {
  it('charges their price in advance, and its usage is paid with them while the cycle lasts', async () => {
    const client = service.sandbox;
    await client.setClock('2030-01-01T00:00:00Z');
    const [meter, addOn] = [await sellUsage(client, 'calls'), await sellCredit(client, 'Prepaid volume')];
    const planId = await publishPlan(client, {
      name: 'Volume',
      cards: [
        { type: 'USAGE', billableId: meter, usage: { model: 'TIERED', slabs: [{ rate: 1 }] } },
        {
          type: 'CREDIT_GRANT',
          billableId: addOn,
          timing: 'IN_ADVANCE',
          details: creditCard({ expiryType: 'PRICING_CYCLE' }),
        },
      ],
    });
    await openAccount(client, 'acme');
    await editTimeline(client, 'acme', [{ planId, from: '2030-01-01' }]);
    expect(await listCredits(client, 'acme')).toEqual(['2030-01-01 to 2030-01-31 ACTIVE 0 of 100']);
    await client.setClock('2030-01-10T00:00:00Z');
    await use(client, { meter: 'calls', account: 'acme', at: '2030-01-10T00:00:00Z', amount: '70' });
    await client.setClock('2030-02-10T00:00:00Z');
    await use(client, { meter: 'calls', account: 'acme', at: '2030-02-10T00:00:00Z', amount: '120' });
    await client.setClock('2030-03-01T00:00:00Z');
    // January: 70 of usage, all paid. February: 120, of which the credit of February pays 100.
    expect((await listInvoices(client, 'acme')).map(lineOf)).toEqual([
      '2030-01-01 to 2030-02-01 DUE 80',
      '2030-01-01 to 2030-02-01 PAID 0',
      '2030-02-01 to 2030-03-01 DUE 80',
      '2030-02-01 to 2030-03-01 DUE 20',
      '2030-03-01 to 2030-04-01 DUE 80',
      '2030-03-01 to 2030-04-01 DRAFT 0',
    ]);
    expect(await listCredits(client, 'acme')).toEqual([
      '2030-01-01 to 2030-01-31 EXPIRED 70 of 100',
      '2030-02-01 to 2030-02-28 CONSUMED 100 of 100',
      '2030-03-01 to 2030-03-31 ACTIVE 0 of 100',
    ]);
  });

  it('grants once what is granted once, for as long as its duration says, priced at the end', async () => {
    const client = service.sandbox;
    const addOn = await sellCredit(client, 'Welcome');
    const planId = await publishPlan(client, {
      name: 'Welcome',
      cards: [
        {
          type: 'CREDIT_GRANT',
          billableId: addOn,
          details: creditCard({ expiryType: 'CUSTOM', expiryDuration: 'P45D' }, { type: 'ONE_TIME' }),
        },
      ],
    });
    await openAccount(client, 'globex');
    await editTimeline(client, 'globex', [{ planId, from: '2030-03-01' }]);
    await client.setClock('2030-06-01T00:00:00Z');
    // 45 days from 1 March: the last one is 14 April.
    expect(await listCredits(client, 'globex')).toEqual(['2030-03-01 to 2030-04-14 EXPIRED 0 of 100']);
    expect((await listInvoices(client, 'globex')).map(lineOf).slice(0, 2)).toEqual([
      '2030-03-01 to 2030-04-01 DUE 80',
      '2030-06-01 to 2030-07-01 DRAFT 0',
    ]);
  });

  it('grants and charges a cycle once when its plan is replaced from the start of it', async () => {
    const client = service.sandbox;
    const addOn = await sellCredit(client, 'Bundle');
    const publish = (name: string) =>
      publishPlan(client, {
        name,
        isOngoing: true,
        cards: [
          {
            type: 'CREDIT_GRANT',
            billableId: addOn,
            timing: 'IN_ADVANCE',
            details: creditCard({ expiryType: 'PRICING_CYCLE' }),
          },
        ],
      });
    const [first, second] = [await publish('Bundle of spring'), await publish('Bundle of summer')];
    await openAccount(client, 'hooli');
    await editTimeline(client, 'hooli', [{ planId: first, from: '2030-06-01' }]);
    await editTimeline(client, 'hooli', [{ planId: second, from: '2030-06-01' }]);
    expect(await listCredits(client, 'hooli')).toEqual(['2030-06-01 to 2030-06-30 ACTIVE 0 of 100']);
    await client.setClock('2030-07-01T00:00:00Z');
    expect(await listCredits(client, 'hooli')).toEqual([
      '2030-06-01 to 2030-06-30 EXPIRED 0 of 100',
      '2030-07-01 to 2030-07-31 ACTIVE 0 of 100',
    ]);
    const inAdvance = (await listInvoices(client, 'hooli')).filter(({ status }) => status === 'DUE');
    expect(inAdvance.map(lineOf)).toEqual([
      '2030-06-01 to 2030-07-01 DUE 80',
      '2030-07-01 to 2030-08-01 DUE 80',
    ]);
  });
});

describe('a plan with a minimum commitment', () => {
  it('lifts what its cards come to, by the days that are billed', async () => {
    const client = service.sandbox;
    const meter = await sellUsage(client, 'storage');
    const planId = await publishPlan(client, {
      name: 'Committed',
      cards: [
        { type: 'USAGE', billableId: meter, usage: { model: 'TIERED', slabs: [{ rate: 1 }] } },
        {
          type: 'MINIMUM_COMMITMENT',
          billableId: 'THE_PLAN',
          details: {
            minimumCommitmentRateCard: {
              displayName: 'Minimum',
              rateValues: [{ currency: 'USD', rate: 1000 }],
            },
          },
        },
      ],
    });
    await openAccount(client, 'initech');
    // 15 of 31 days of July: 1000 × 15 / 31 = 483.87 is the commitment of the stub.
    await editTimeline(client, 'initech', [{ planId, from: '2030-07-17' }]);
    await client.setClock('2030-08-20T00:00:00Z');
    await use(client, { meter: 'storage', account: 'initech', at: '2030-08-20T00:00:00Z', amount: '640.25' });
    await client.setClock('2030-09-01T00:00:00Z');
    const invoices = await listInvoices(client, 'initech');
    expect(invoices.map(lineOf).slice(0, 2)).toEqual([
      '2030-07-17 to 2030-08-01 DUE 483.87',
      '2030-08-01 to 2030-09-01 DUE 1000',
    ]);
    expect(valuesOf(invoices[1], 'SUB_TOTAL_AMOUNT', 'TRUE_UP_AMOUNT')).toEqual([
      ['SUB_TOTAL_AMOUNT', 640.25],
      ['TRUE_UP_AMOUNT', 359.75],
    ]);
    const { lines, verification } = await client.must.get(`/ext/v1/invoices/${invoices[1].id}/explain`);
    expect(verification.isIdentical).toBe(true);
    expect(lines.at(-1).steps[1]).toBe('missing to it: 1000 − 640.25 = 359.75');
  });
});

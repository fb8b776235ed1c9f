import { beforeAll, describe, expect, it } from 'vitest';
import { type CardTerms, editTimeline, openAccount, publishPlan } from '#test/billing-scenario.ts';
import { creditsOf, entriesOf, ingestCall, sellCalls } from '#test/feature-scenario.ts';
import { type Client, useService } from '#test/running-app.ts';

const service = useService();
let client: Client;
let calls: string;
let monthly: string;

/** A card that grants credits for calls, free of charge. */
function grants(
  windows: [limit: number, until: string, from?: string][],
  terms: Partial<CardTerms> & { interval?: number; offset?: number } = {},
): CardTerms {
  const { interval, offset, ...card } = terms;
  return {
    ...{ type: 'BILLING_ENTITLEMENT', billableId: calls, ...card },
    entitlement: {
      ...{
        slabs: [{ priceType: 'FLAT', rate: 0 }],
        ...(interval && { interval }),
        ...(offset && { offset }),
      },
      windows: windows.map(([featureCreditLimit, effectiveUntil, effectiveFrom]) => ({
        ...{ featureCreditLimit, effectiveUntil, ...(effectiveFrom && { effectiveFrom }) },
      })),
    },
  };
}

const overage = (maxQuantity?: number): CardTerms => ({
  ...{ type: 'ENTITLEMENT_OVERAGE', billableId: calls },
  overage: { slabs: [{ rate: 0.05 }], ...(maxQuantity !== undefined && { maxQuantity }) },
});

let plans = 0;

/** An account on a plan of its own from a day on. */
async function subscribe(
  id: string,
  cards: CardTerms[],
  terms: { from?: string; isOngoing?: boolean } = {},
): Promise<string> {
  const { from = '2030-01-01', isOngoing = false } = terms;
  plans += 1;
  const planId = await publishPlan(client, { name: `plan ${plans}`, cards, graceDays: 3, isOngoing });
  await openAccount(client, id);
  await editTimeline(client, id, [{ planId, from }]);
  return planId;
}

const entries = (id: string) => entriesOf(client, calls, id);
const credits = (id: string) => creditsOf(client, calls, id);
let requested = 0;
const may = async (account: string, minutes: string, at: string) => {
  requested += 1;
  const { status, headers } = await ingestCall(client, `call ${requested}`, { account, minutes, at });
  return status === 200 ? 'yes' : String(headers['error-code']);
};

beforeAll(async () => {
  client = service.sandbox;
  await client.setClock('2030-01-01T00:00:00Z');
  calls = await sellCalls(client);
  monthly = await subscribe('monthly', [grants([[100, 'P1M']])]);
  await subscribe('rolling', [grants([[100, 'P99Y']])]);
  await subscribe('weekly', [
    grants([
      [10, 'P1W'],
      [20, 'P2W', 'P1W'],
      [5, 'P1M', 'P2W'],
    ]), // three windows of one block
  ]);
  await subscribe('quarterly', [grants([[100, 'P1M']], { interval: 3, offset: 1 })]);
  await subscribe('limited', [grants([[10, 'P1M']]), overage(20)]);
  await subscribe('unlimited', [overage()]);
  await subscribe('leaving', [grants([[10, 'P1M']]), overage(3)]);
  await subscribe('paid-leaving', [grants([[7, 'P1M']], { timing: 'IN_ADVANCE' })]);
});

describe('in January', () => {
  it('the credits of the block are there from its first instant', async () => {
    expect(await entries('monthly')).toEqual(['2030-01-01$PRICE_PLAN ACTIVE 2030-01-01 2030-02-01 100 0']);
    expect(await credits('monthly')).toBe('100 100 0 0');
    expect(await entries('weekly')).toEqual([
      '2030-01-01$PRICE_PLAN ACTIVE 2030-01-01 2030-01-08 10 0',
      '2030-01-01.2$PRICE_PLAN ACTIVE 2030-01-08 2030-01-15 20 0',
      '2030-01-01.3$PRICE_PLAN ACTIVE 2030-01-15 2030-02-01 5 0',
    ]);
    expect(await entries('quarterly')).toEqual([]); // the first cycle is free of it
    expect(await entries('limited')).toEqual([
      '2030-01-01$OVERAGE ACTIVE 2030-01-01 2030-02-01 - 0',
      '2030-01-01$PRICE_PLAN ACTIVE 2030-01-01 2030-02-01 10 0',
    ]);
    expect(await entries('unlimited')).toEqual(['2030-01-01$OVERAGE ACTIVE 2030-01-01 2030-02-01 - 0']);
  });

  it('credits are used first, then overage to its limit, then nothing', async () => {
    const at = '2030-01-01T00:00:00Z';
    expect(await may('limited', '12', at)).toBe('yes'); //                   10 + 2
    expect(await credits('limited')).toBe('10 0 20 2');
    expect(await may('limited', '18.5', at)).toBe('INSUFFICIENT_CREDITS'); // 20.5 > 20
    expect(await may('limited', '18', at)).toBe('yes'); //                   20 = 20
    expect(await may('limited', '0.5', at)).toBe('INSUFFICIENT_CREDITS');
    expect(await credits('limited')).toBe('10 0 20 20');
    expect(await may('unlimited', '123456789.5', at)).toBe('yes');
    expect(await credits('unlimited')).toBe('0 0 none 123456789.5');
  });

  it('the windows of a block follow each other', async () => {
    expect(await may('weekly', '11', '2030-01-01T00:00:00Z')).toBe('INSUFFICIENT_CREDITS');
    await client.setClock('2030-01-08T00:00:00Z');
    expect(await credits('weekly')).toBe('20 20 0 0');
    expect(await may('weekly', '11', '2030-01-08T00:00:00Z')).toBe('yes');
    // The credits of the first week are over, but an event of that week still finds them.
    expect(await may('weekly', '10', '2030-01-07T23:59:59.999Z')).toBe('yes');
    expect(await entries('weekly')).toEqual([
      '2030-01-01$PRICE_PLAN EXPIRED 2030-01-01 2030-01-08 10 10',
      '2030-01-01.2$PRICE_PLAN ACTIVE 2030-01-08 2030-01-15 20 11',
      '2030-01-01.3$PRICE_PLAN ACTIVE 2030-01-15 2030-02-01 5 0',
    ]);
  });
});

describe('the next cycle', () => {
  it('its credits are there an hour before it begins, and not before', async () => {
    await client.setClock('2030-01-31T22:59:59Z');
    expect(await entries('monthly')).toHaveLength(1);
    await client.setClock('2030-01-31T23:00:00Z');
    expect((await entries('monthly'))[1]).toBe('2030-02-01$PRICE_PLAN ACTIVE 2030-02-01 2030-03-01 100 0');
    expect(await credits('monthly')).toBe('100 100 0 0');
    expect(await may('monthly', '1', '2030-01-31T23:00:00Z')).toBe('yes');
  });

  it('what is left of the old credits is lost, unless their window is longer', async () => {
    await may('rolling', '30', '2030-01-31T12:00:00Z');
    await client.setClock('2030-02-02T00:00:00Z');
    expect(await entries('monthly')).toEqual([
      '2030-01-01$PRICE_PLAN EXPIRED 2030-01-01 2030-02-01 100 1',
      '2030-02-01$PRICE_PLAN ACTIVE 2030-02-01 2030-03-01 100 0',
    ]);
    expect(await credits('monthly')).toBe('100 100 0 0');
    expect(await credits('rolling')).toBe('200 170 0 0');
    // The older entry ends earlier and is used up first.
    expect(await may('rolling', '80', '2030-02-02T00:00:00Z')).toBe('yes');
    expect(await entries('rolling')).toEqual([
      '2030-01-01$PRICE_PLAN ACTIVE 2030-01-01 2129-01-01 100 100',
      '2030-02-01$PRICE_PLAN ACTIVE 2030-02-01 2129-02-01 100 10',
    ]);
  });

  it('overage begins anew; a late event counts for the block that it lies in', async () => {
    expect(await credits('limited')).toBe('10 10 20 0');
    expect(await may('limited', '1', '2030-01-31T00:00:00Z')).toBe('INSUFFICIENT_CREDITS');
    expect(await may('limited', '30', '2030-02-01T00:00:00Z')).toBe('yes');
  });

  it('a block of three cycles has one entry, with its first', async () => {
    expect(await entries('quarterly')).toEqual(['2030-02-01$PRICE_PLAN ACTIVE 2030-02-01 2030-03-01 100 0']);
    await client.setClock('2030-05-02T00:00:00Z');
    expect((await entries('quarterly')).slice(1)).toEqual([
      '2030-05-01$PRICE_PLAN ACTIVE 2030-05-01 2030-06-01 100 0',
    ]);
  });
});

describe('when the account leaves its plan', () => {
  it('unpaid credits and overage end with the plan, paid ones keep their window', async () => {
    await client.setClock('2030-05-10T00:00:00Z');
    expect(await may('leaving', '11', '2030-05-09T00:00:00Z')).toBe('yes'); // 10 + 1
    for (const id of ['leaving', 'paid-leaving']) await editTimeline(client, id, [{ from: '2030-05-20' }]);
    const since = async (id: string, month: string) =>
      (await entries(id)).filter((line) => line.startsWith(`2030-${month}`));
    expect(await since('leaving', '05')).toEqual([
      '2030-05-01$OVERAGE ACTIVE 2030-05-01 2030-05-20 - 1',
      '2030-05-01$PRICE_PLAN ACTIVE 2030-05-01 2030-05-20 10 10',
    ]);
    expect(await since('paid-leaving', '05')).toEqual([
      '2030-05-01$PRICE_PLAN ACTIVE 2030-05-01 2030-06-01 7 0',
    ]);
    await client.setClock('2030-06-02T00:00:00Z');
    for (const id of ['leaving', 'paid-leaving']) expect(await since(id, '06')).toEqual([]);
  });

  it('when it comes back in time they go on to the end of their window and come only once', async () => {
    const june = async () => (await entries('monthly')).filter((line) => line.startsWith('2030-06'));
    await editTimeline(client, 'monthly', [{ from: '2030-06-10' }]);
    expect(await june()).toEqual(['2030-06-01$PRICE_PLAN ACTIVE 2030-06-01 2030-06-10 100 0']);
    await editTimeline(client, 'monthly', [{ planId: monthly, from: '2030-06-10' }]);
    expect(await june()).toEqual(['2030-06-01$PRICE_PLAN ACTIVE 2030-06-01 2030-07-01 100 0']);
    await client.setClock('2030-06-11T00:00:00Z');
    expect(await june()).toHaveLength(1);
    expect(await credits('monthly')).toBe('100 100 0 0');
  });

  it('another plan in the middle of a cycle brings its own credits', async () => {
    const other = await publishPlan(client, { name: 'other', cards: [grants([[55, 'P1M']]), overage(9)] });
    await editTimeline(client, 'limited', [{ planId: other, from: '2030-06-20' }]);
    await client.setClock('2030-06-20T00:00:00Z');
    expect((await entries('limited')).filter((line) => line.startsWith('2030-06'))).toEqual([
      '2030-06-01$OVERAGE EXPIRED 2030-06-01 2030-06-20 - 0',
      '2030-06-01$PRICE_PLAN EXPIRED 2030-06-01 2030-06-20 10 0',
      '2030-06-20$OVERAGE ACTIVE 2030-06-20 2030-07-01 - 0', //  a stub has its whole credits and limit
      '2030-06-20$PRICE_PLAN ACTIVE 2030-06-20 2030-07-20 55 0',
    ]);
    expect(await credits('limited')).toBe('55 55 9 0');
  });
});

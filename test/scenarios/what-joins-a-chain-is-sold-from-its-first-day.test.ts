import { expect, test } from 'vitest';
import {
  addCards,
  type CardTerms,
  editTimeline,
  listInvoices,
  openAccount,
  publishPlan,
  sellFee,
  sellMeteredFeature,
} from '#test/billing-scenario.ts';
import { creditsOf, entriesOf } from '#test/feature-scenario.ts';
import { licenseCard, sellSeats, setSeats } from '#test/license-scenario.ts';
import { type Client, type Reply, useService } from '#test/running-app.ts';

/**
 * A card that comes into a chain in the middle of a block is charged and granted from its first day; what a
 * schedule before it has sold of the block is not sold again (`metering-pricing.md` 16.2, 16.3, 17.1).
 */
const service = useService();

type FeeTerms = Omit<NonNullable<CardTerms['fee']>, 'rate'> & Pick<CardTerms, 'timing'>;

const fee = (billableId: string, rate: number, terms: FeeTerms = {}): CardTerms => {
  const { timing = 'IN_ADVANCE', ...more } = terms;
  return { type: 'FIXED_FEE', billableId, timing, fee: { rate, ...more } };
};

const credits = (
  billableId: string,
  limit: number,
  terms: Pick<CardTerms, 'timing'> & { interval?: number } = {},
): CardTerms => {
  const { timing = 'IN_ADVANCE', interval = 1 } = terms;
  const windows = [{ featureCreditLimit: limit, effectiveUntil: 'P1Y' }];
  const entitlement = { slabs: [{ rate: 0.1 }], windows, interval };
  return { type: 'BILLING_ENTITLEMENT', billableId, timing, entitlement };
};

/** 100 for 80, which pay for nothing that is sold here. */
const grant = (id: string, scope: string): CardTerms => ({
  ...{ type: 'CREDIT_GRANT', billableId: id, timing: 'IN_ADVANCE' },
  details: {
    creditGrantRateCard: {
      id,
      grantDetails: { priority: 0, expiryType: 'NO_EXPIRY', applicableEntityIds: [scope] },
      rateDetails: {
        pricingModel: 'TIERED',
        currencySlabRateDetails: [
          {
            ...{ currency: 'USD', creditAmount: 100 },
            slabDetails: [{ startAfter: 0, priceType: 'FLAT', rate: 80 }],
          },
        ],
      },
    },
  },
});

const seatCard = (id: string, rate: number, timing: 'IN_ADVANCE' | 'IN_ARREARS'): CardTerms =>
  licenseCard(id, { slabs: [{ rate }], timing, isProrated: false });

/** `2030-05-11 advance: 100 500 250`: what the cards of each issued invoice come to, but for zeros. */
async function billed(client: Client, account: string): Promise<string[]> {
  const invoices = (await listInvoices(client, account)).filter(({ status }) => status !== 'DRAFT');
  return invoices.map(({ startDate, invoiceType, revenueInfo }) => {
    const timing = invoiceType === 'STANDARD_ADVANCED' ? 'advance' : 'arrears';
    return `${startDate.slice(0, 10)} ${timing}: ${amountsOf(revenueInfo).join(' ')}`;
  });
}

function amountsOf(line: Reply['body']): number[] {
  const isCard = line.type === 'ADVANCED_FIXED_FEE' || line.type.endsWith('_RATE_CARD_AMOUNT');
  if (isCard) return line.value === 0 ? [] : [line.value];
  return line.lineItems.flatMap(amountsOf);
}

async function granted(client: Client, account: string): Promise<string[]> {
  const { data } = await client.must.get(`/credits?account_id=${account}`);
  return data.map((each: Reply['body']) => `${each.effectiveFrom} ${each.creditAmount}`).toReversed();
}

test('a version that joins in the middle of a year', async () => {
  const { sandbox } = service;
  await sandbox.setClock('2030-04-01T00:00:00Z');
  const [base, hello, support, setup] = [
    await sellFee(sandbox, 'Base'),
    await sellFee(sandbox, 'Hello'),
    await sellFee(sandbox, 'Support'),
    await sellFee(sandbox, 'Setup'),
  ];
  const [talk, mail] = [await sellMeteredFeature(sandbox, 'Talk'), await sellMeteredFeature(sandbox, 'Mail')];
  const { id: volume } = await sandbox.must.post('/addons', { name: 'Volume', type: 'CREDIT_GRANT' });
  const [desks, seats] = [await sellSeats(sandbox, 'Desks'), await sellSeats(sandbox, 'Seats')];
  const plan = await publishPlan(sandbox, {
    ...{ name: 'Yearly', interval: 'ANNUALLY', month: '4' },
    cards: [
      fee(base, 60),
      fee(hello, 30, { type: 'ONE_TIME' }),
      credits(mail, 70),
      seatCard(desks, 20, 'IN_ADVANCE'),
    ],
  });
  await openAccount(sandbox, 'yearly');
  for (const id of [desks, seats])
    await setSeats(sandbox, id, { account: 'yearly', quantity: '3', from: '2030-04-01T00:00:00Z' });
  await editTimeline(sandbox, 'yearly', [{ planId: plan, from: '2030-04-01' }]);
  await sandbox.setClock('2030-05-10T00:00:00Z');
  const added = [
    credits(talk, 1000),
    fee(support, 500),
    fee(setup, 250, { type: 'ONE_TIME' }),
    grant(volume, base),
    seatCard(seats, 60, 'IN_ADVANCE'),
  ];
  await addCards(sandbox, plan, { cards: added, migrationMode: 'IMMEDIATE' });
  await sandbox.setClock('2030-05-12T00:00:00Z');
  // 1000 × 0.1, 500, 250, 80 and 3 × 60; nothing of what the first version has sold: 60, 30, 7 and 3 × 20.
  const first = '2030-04-01 advance: 60 30 7 60';
  const joined = '2030-05-11 advance: 100 500 250 80 180';
  expect(await billed(sandbox, 'yearly')).toEqual([first, joined]);
  expect(await creditsOf(sandbox, talk, 'yearly')).toBe('1000 1000 0 0');
  expect(await creditsOf(sandbox, mail, 'yearly')).toBe('70 70 0 0');
  expect(await granted(sandbox, 'yearly')).toEqual(['2030-05-11 100']);

  // Two seats more: what is above the three that are paid, 2 × 60, with the invoice of the next year.
  await setSeats(sandbox, seats, { account: 'yearly', quantity: '5', from: '2030-06-01T00:00:00Z' });
  await sandbox.setClock('2031-04-02T00:00:00Z');
  const next = '2031-04-01 advance: 60 7 60 100 500 80 300 120';
  expect(await billed(sandbox, 'yearly')).toEqual([first, joined, next]);
  expect(await granted(sandbox, 'yearly')).toEqual(['2030-05-11 100', '2031-04-01 100']);
});

test('a plan that keeps the cycle, and prices of an account of its own', async () => {
  const { sandbox } = service;
  await sandbox.setClock('2031-09-01T00:00:00Z');
  const names = ['Flat', 'Ahead', 'Once'];
  const [flat = '', ahead = '', once = ''] = await Promise.all(names.map((name) => sellFee(sandbox, name)));
  const both = await sellFee(sandbox, 'Both');
  const chat = await sellMeteredFeature(sandbox, 'Chat');
  const { id: bonus } = await sandbox.must.post('/addons', { name: 'Bonus', type: 'CREDIT_GRANT' });
  const seats = await sellSeats(sandbox, 'Places');
  const old = await publishPlan(sandbox, { name: 'old', cards: [fee(both, 3, { timing: 'IN_ARREARS' })] });
  const next = await publishPlan(sandbox, {
    name: 'next',
    cards: [
      fee(both, 7, { timing: 'IN_ARREARS' }),
      fee(flat, 40, { timing: 'IN_ARREARS' }),
      fee(ahead, 25),
      fee(once, 9, { timing: 'IN_ARREARS', type: 'ONE_TIME' }),
      credits(chat, 100, { timing: 'IN_ARREARS' }),
      seatCard(seats, 5, 'IN_ARREARS'),
      grant(bonus, both),
    ],
  });
  for (const account of ['retained', 'own']) {
    await openAccount(sandbox, account);
    await setSeats(sandbox, seats, { account, quantity: '3', from: '2031-09-01T00:00:00Z' });
    await editTimeline(sandbox, account, [{ planId: old, from: '2031-09-01' }]);
  }
  await sandbox.setClock('2031-09-10T00:00:00Z');
  const days = { effectiveFrom: '2031-09-16', effectiveUntil: '9999-01-01' };
  const associationConfig = { pricePlanId: next, retainStartOffsets: true };
  await postEdits(sandbox, 'retained', [{ ...days, associationConfig }]);
  const own = (id: string, rate: number, terms: object = {}) => {
    const rateValues = [{ currency: 'USD', rate }];
    return { id, type: 'RECURRING', enableProration: false, rateValues, ...terms };
  };
  const fixedFeeRateCards = [
    own(both, 7),
    own(flat, 40),
    own(ahead, 25, { invoiceTiming: 'IN_ADVANCE' }),
    own(once, 9, { type: 'ONE_TIME' }),
  ];
  await sandbox.must.post('/accounts/own/price_plans', {
    ...{ mode: 'ASSOCIATE', pricePlanId: old, ...days, pricePlanDetailsOverride: { fixedFeeRateCards } },
  });
  await sandbox.setClock('2031-11-02T00:00:00Z');
  // Of September the first schedule has sold the fee of both, at 3: the second sells all but that.
  const [before, ofOctober] = ['2031-09-01 arrears: 3', '2031-10-01 arrears: 7 40'];
  expect(await billed(sandbox, 'retained')).toEqual([
    before,
    '2031-09-16 advance: 25 80',
    '2031-09-16 arrears: 40 9 10 15', // 100 × 0.1 and 3 × 5
    '2031-10-01 advance: 25 80',
    `${ofOctober} 10 15`,
    '2031-11-01 advance: 25 80',
  ]);
  expect(await granted(sandbox, 'retained')).toEqual(['2031-09-16 100', '2031-10-01 100', '2031-11-01 100']);
  const chats = (await entriesOf(sandbox, chat, 'retained')).map((line) => line.slice(0, 21));
  expect(chats).toEqual(['2031-09-16$PRICE_PLAN', '2031-10-01$PRICE_PLAN', '2031-11-01$PRICE_PLAN']);
  expect(await billed(sandbox, 'own')).toEqual([
    before,
    '2031-09-16 advance: 25',
    '2031-09-16 arrears: 40 9',
    '2031-10-01 advance: 25',
    ofOctober,
    '2031-11-01 advance: 25',
  ]);
});

test('credits that both plans sell are those of the first until its block is over', async () => {
  const { sandbox } = service;
  await sandbox.setClock('2032-03-01T00:00:00Z');
  const [feature, other] = [
    await sellMeteredFeature(sandbox, 'Both plans'),
    await sellMeteredFeature(sandbox, 'First plan'),
  ];
  const arrears = { timing: 'IN_ARREARS' } as const;
  const small = await publishPlan(sandbox, {
    name: 'small',
    cards: [credits(feature, 10, arrears), credits(other, 5, arrears)],
  });
  const large = await publishPlan(sandbox, { name: 'large', cards: [credits(feature, 30, arrears)] });
  await openAccount(sandbox, 'switched');
  await editTimeline(sandbox, 'switched', [{ planId: small, from: '2032-03-01' }]);
  await sandbox.setClock('2032-03-10T00:00:00Z');
  const associationConfig = { pricePlanId: large, retainStartOffsets: true };
  await postEdits(sandbox, 'switched', [
    { effectiveFrom: '2032-03-16', effectiveUntil: '9999-01-01', associationConfig },
  ]);
  await sandbox.setClock('2032-03-20T00:00:00Z');
  expect(await creditsOf(sandbox, feature, 'switched')).toBe('10 10 0 0');
  // What the new plan does not sell ends with the old one.
  expect(await creditsOf(sandbox, other, 'switched')).toBe('0 0 0 0');
  await sandbox.setClock('2032-05-01T00:00:00Z');
  // 10 × 0.1 and 5 × 0.1; nothing for the rest of March, which has no bill; 30 × 0.1
  expect(await billed(sandbox, 'switched')).toEqual(['2032-03-01 arrears: 1 0.5', '2032-04-01 arrears: 3']);
});

test('blocks of three cycles, and a fee that comes once, join after the first cycle', async () => {
  const { sandbox } = service;
  await sandbox.setClock('2033-05-01T00:00:00Z');
  const [base, support, setup] = [
    await sellFee(sandbox, 'Monthly'),
    await sellFee(sandbox, 'Quarterly'),
    await sellFee(sandbox, 'At once'),
  ];
  const feature = await sellMeteredFeature(sandbox, 'Quarterly talk');
  const plan = await publishPlan(sandbox, { name: 'Months', cards: [fee(base, 1)] });
  await openAccount(sandbox, 'months');
  await editTimeline(sandbox, 'months', [{ planId: plan, from: '2033-05-01' }]);
  await sandbox.setClock('2033-05-10T00:00:00Z');
  const added = [
    credits(feature, 1000, { interval: 3 }),
    fee(support, 500, { interval: 3 }),
    fee(setup, 9, { type: 'ONE_TIME' }),
  ];
  await addCards(sandbox, plan, { cards: added, migrationMode: 'NEXT_CYCLE' });
  await sandbox.setClock('2033-06-02T00:00:00Z');
  // The block of May to July is sold in June, when its cards come: 1000 × 0.1, 500; and 9 once.
  const june = '2033-06-01 advance: 1 100 500 9';
  expect(await billed(sandbox, 'months')).toEqual(['2033-05-01 advance: 1', june]);
  expect(await creditsOf(sandbox, feature, 'months')).toBe('1000 1000 0 0');
  // Another version in the same block: what was sold is not sold again, also what comes once.
  const extra = await sellFee(sandbox, 'Extra');
  await addCards(sandbox, plan, { cards: [fee(extra, 2)], migrationMode: 'IMMEDIATE' });
  await sandbox.setClock('2033-08-02T00:00:00Z');
  expect((await billed(sandbox, 'months')).slice(2)).toEqual([
    '2033-06-03 advance: 2',
    '2033-07-01 advance: 1 2',
    '2033-08-01 advance: 1 100 500 2',
  ]);
  const starts = (await entriesOf(sandbox, feature, 'months')).map((line) => line.slice(0, 10));
  expect(starts).toEqual(['2033-06-01', '2033-08-01']);
});

async function postEdits(client: Client, account: string, edits: object[]): Promise<void> {
  await client.must.post(`/v2/accounts/${account}/edit_schedules`, { edits });
  await client.must.post(`/v2/accounts/${account}/finalize_schedules`, {});
  await client.settle();
}

import { beforeAll, describe, expect, it } from 'vitest';
import {
  type CardTerms,
  editTimeline,
  listInvoices,
  openAccount,
  publishPlan,
  valuesOf,
} from '#test/billing-scenario.ts';
import { creditsOf, entriesOf, ingestCall, sellCalls } from '#test/feature-scenario.ts';
import { type Reply, useService } from '#test/running-app.ts';

/**
 * An edit from the start of the running cycle gives the whole cycle to the new plan: its credits cover what
 * was used, in the order in which it was, and the rest is its overage. All accounts are on the first plan
 * from 1 January, and edited on 20 January. Credits cost 1 each, overage 2 of the first and 3 of the second.
 */
const service = useService();
let calls = '';

type Windows = NonNullable<CardTerms['entitlement']>['windows'];
interface Terms {
  limits?: number[];
  windows?: Windows;
  timing?: CardTerms['timing'];
  isFree?: true;
  overage?: { maxQuantity?: number } | 'none';
}

const WEEKS: Windows = [0, 7, 14, 21].map((day) => ({
  ...{ effectiveFrom: `P${day}D`, effectiveUntil: `P${day + 7}D`, featureCreditLimit: 25 },
}));

let plans = 0;
function publish({ limits = [], windows, timing = 'IN_ARREARS', isFree, overage = {} }: Terms, rate: number) {
  plans += 1;
  const given =
    windows ?? limits.map((featureCreditLimit) => ({ featureCreditLimit, effectiveUntil: 'P1M' }));
  const slabs = isFree ? [{ priceType: 'FLAT' as const, rate: 0 }] : [{ rate: 1 }];
  const credits: CardTerms = {
    ...{ type: 'BILLING_ENTITLEMENT', billableId: calls, timing },
    entitlement: { slabs, windows: given },
  };
  const beyond: CardTerms = { type: 'ENTITLEMENT_OVERAGE', billableId: calls };
  const cards = [
    ...(given.length > 0 ? [credits] : []),
    ...(overage === 'none' ? [] : [{ ...beyond, overage: { slabs: [{ rate }], ...overage } }]),
  ];
  return publishPlan(service.sandbox, { name: `plan ${plans}`, isOngoing: true, cards });
}

/** Days of January and minutes; `entries` and `bill` are of January, as `overage units × price`. */
type Row = [account: string, before: Terms, uses: string, after: Terms, entries: string[], bill: string];
const rows: Row[] = [
  // 80 were covered by 100: now 30 are, and 50 are overage.
  ['less', { limits: [100] }, '5:60 9:20', { limits: [30] }, ['30 30', '- 50'], '30 + 50 × 3 = 180'],
  // A free quantity costs nothing, and less of it is given.
  [
    'free',
    { limits: [100], isFree: true },
    '5:60',
    { limits: [40], isFree: true },
    ['40 40', '- 20'],
    '0 + 20 × 3 = 60',
  ],
  // 110 of two windows and 5 beyond them: 85 are beyond the new limit, also above the 50 of it.
  [
    'windows',
    { limits: [100, 10] },
    '5:115',
    { limits: [30], overage: { maxQuantity: 50 } },
    ['30 30', '- 85'],
    '30 + 85 × 3 = 285',
  ],
  // The windows that are over by now were used too: 25 of the first week and 10 of the second.
  ['weeks', { windows: WEEKS }, '3:25 10:10', { limits: [30] }, ['30 30', '- 5'], '30 + 5 × 3 = 45'],
  // The new week of the credits decides: 40 on the 10th are 25 of the second week, and 15 beyond.
  [
    'to-weeks',
    { limits: [100] },
    '10:40',
    { windows: WEEKS },
    ['25 0', '25 25', '25 0', '25 0', '- 15'],
    '100 + 15 × 3 = 145',
  ],
  // All of it is overage where the new plan gives no credits.
  ['none', { limits: [100] }, '5:60', {}, ['- 60'], '0 + 60 × 3 = 180'],
  // Overage of before is covered by what the new plan gives more.
  ['more', { limits: [100] }, '5:115', { limits: [300] }, ['300 115', '- 0'], '300 + 0 × 3 = 300'],
  // One event is split: 20 of it are covered.
  ['split', { limits: [10] }, '5:25 6:25', { limits: [45] }, ['45 45', '- 5'], '45 + 5 × 3 = 60'],
  // What is paid in advance stays, and its price with it; nothing is granted or charged for it again.
  [
    'paid',
    { limits: [100], timing: 'IN_ADVANCE' },
    '5:60 6:45',
    { limits: [30], timing: 'IN_ADVANCE' },
    ['100 100', '- 5'],
    '0 + 5 × 3 = 15',
  ],
  // Without overage there is no price: what is used beyond stays where it was taken, and was granted so.
  [
    'priceless',
    { limits: [100] },
    '5:60',
    { limits: [30], overage: 'none' },
    ['30 30', '100 30'],
    '30 + 0 × 3 = 30',
  ],
];

const sumOf = (invoices: Reply['body'][], type: string) =>
  invoices.flatMap((invoice) => valuesOf(invoice, type)).reduce((sum, [, value]) => sum + value, 0);

async function revenueOf(account: string): Promise<number> {
  const filters = [{ fieldName: 'ACCOUNT_ID', fieldValues: [account] }];
  const range = { startTime: '2030-01-01T00:00:00Z', endTime: '2030-02-01T00:00:00Z' };
  const metricQueries = [{ id: 'q', name: 'REVENUE', aggregationPeriod: 'DAY', filters }];
  const { results } = await service.sandbox.must.post('/metrics', { ...range, metricQueries });
  const values: number[] = results[0].data[0]?.metricValues ?? [];
  return values.reduce((sum, value) => sum + value, 0);
}

const ofJanuary = async (account: string): Promise<Reply['body'][]> =>
  (await listInvoices(service.sandbox, account)).filter(({ startDate }) =>
    startDate.startsWith('2030-01-01'),
  );
const entries = new Map<string, string[]>();

beforeAll(async () => {
  const { sandbox } = service;
  await sandbox.setClock('2030-01-01T00:00:00Z');
  calls = await sellCalls(sandbox);
  const uses: { account: string; day: number; minutes: string }[] = [];
  for (const [account, before, used] of rows) {
    await openAccount(sandbox, account);
    await editTimeline(sandbox, account, [{ planId: await publish(before, 2), from: '2030-01-01' }]);
    for (const [day, minutes] of used.split(' ').map((use) => use.split(':')))
      uses.push({ account, day: Number(day), minutes: minutes ?? '' });
  }
  for (const { account, day, minutes } of uses.toSorted((a, b) => a.day - b.day)) {
    const at = `2030-01-${String(day).padStart(2, '0')}T12:00:00Z`;
    await sandbox.setClock(at);
    const { status } = await ingestCall(sandbox, `${account} ${day}`, { account, minutes, at });
    expect(status, `${account} ${day}`).toBe(200);
  }
  await sandbox.setClock('2030-01-20T00:00:00Z');
  for (const [account, , , after] of rows) {
    await editTimeline(sandbox, account, [{ planId: await publish(after, 3), from: '2030-01-01' }]);
    const found = await entriesOf(sandbox, calls, account);
    entries.set(
      account,
      found.map((line) => line.split(' ')).map(([, , , , granted, used]) => `${granted} ${used}`),
    );
  }
});

describe('an edit from the start of the running cycle', () => {
  it.each(rows)('%s: covers what was used by the new credits', (account, _, __, ___, expected) => {
    expect(entries.get(account)?.toSorted()).toEqual(expected.toSorted());
  });

  it('leaves what bought credits cover, and what is used later finds what is left', async () => {
    expect(await creditsOf(service.sandbox, calls, 'less')).toBe('30 0 none 50');
    expect(await creditsOf(service.sandbox, calls, 'more')).toBe('300 185 none 0');
    expect(await creditsOf(service.sandbox, calls, 'windows')).toBe('30 0 85 85');
  });

  it.each(rows)('%s: bills all of it', async (account, _, __, ___, ____, bill) => {
    await service.sandbox.setClock('2030-02-01T00:00:00Z');
    const invoices = (await ofJanuary(account)).filter(({ invoiceType }) => invoiceType === 'STANDARD');
    const [credits, beyond] = [
      sumOf(invoices, 'BILLING_ENTITLEMENT_RATE_CARD_AMOUNT'),
      sumOf(invoices, 'ENTITLEMENT_OVERAGE_RATE_CARD_AMOUNT'),
    ];
    expect(`${credits} + ${beyond / 3} × 3 = ${credits + beyond}`).toBe(bill);
  });

  it.each(rows)('%s: earns what its documents say', async (account) => {
    expect(await revenueOf(account)).toBe(sumOf(await ofJanuary(account), 'GROSS_AMOUNT'));
  });
});

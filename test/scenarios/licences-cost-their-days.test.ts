import { expect, test } from 'vitest';
import { editTimeline, lineOf, listInvoices, openAccount, publishPlan } from '#test/billing-scenario.ts';
import { type LicenseTerms, licenseCard, nameSeat, sellSeats, setSeats } from '#test/license-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
const V5 = [
  { priceType: 'FLAT' as const, rate: 0 },
  { startAfter: 10, rate: 100 },
];

type Row = [account: string, terms: LicenseTerms, changes: [day: string, quantity: string][], april: string];

// April has 30 days, and the clock ends on 1 May. All changes are known on the 25th.
const rows: Row[] = [
  // V12: (0 × 10 + 500 × 20) / 30
  [
    'by-days',
    { slabs: V5 },
    [
      ['01', '10'],
      ['11', '+5'],
    ],
    '333.33',
  ],
  // (300 × 10 + 450 × 11 + 360 × 9) / 30: what is removed on the 21st counts from the 22nd
  [
    'removed',
    { slabs: [{ rate: 30 }] },
    [
      ['01', '10'],
      ['11', '+5'],
      ['21', '-3'],
    ],
    '373',
  ],
  // The peak of 15 for the whole month
  [
    'by-peak',
    { slabs: V5, isProrated: false },
    [
      ['01', '10'],
      ['11', '+5'],
      ['12', '2'],
    ],
    '500',
  ],
  // 3 + 5 + 2 + 2 + 2: each week has its peak, and the last one has two days
  [
    'by-weeks',
    { slabs: [{ rate: 1 }], isProrated: false, usageCycle: 'WEEKLY' },
    [
      ['01', '3'],
      ['10', '5'],
      ['11', '2'],
    ],
    '14',
  ],
  // min(10 × 30, 200)
  ['bounded', { slabs: [{ rate: 30 }], bounds: { maximumRate: '200' } }, [['01', '10']], '200'],
];

test('licences in arrears', async () => {
  const { sandbox } = service;
  await sandbox.setClock('2030-04-01T00:00:00Z');
  const [seats, names] = [await sellSeats(sandbox, 'Seats'), await sellSeats(sandbox, 'Named seats', true)];
  const start = async (account: string, terms: LicenseTerms, from = '2030-04-01') => {
    const card = licenseCard(terms.isNamed ? names : seats, terms);
    const plan = await publishPlan(sandbox, { name: account, cards: [card] });
    await openAccount(sandbox, account);
    await editTimeline(sandbox, account, [{ planId: plan, from }]);
  };
  for (const [account, terms] of rows) await start(account, terms);
  await start('stub', { slabs: [{ rate: 31 }] }, '2030-04-11');
  await start('weekly-name', { slabs: [{ rate: 1 }], isNamed: true, usageCycle: 'WEEKLY' });
  await start('names', { slabs: [{ rate: 1 }], isNamed: true, isProrated: false });
  await nameSeat(sandbox, names, { account: 'weekly-name', name: 'anna', at: '2030-04-01T00:00:00Z' });
  await nameSeat(sandbox, names, { account: 'names', name: 'anna', at: '2030-04-01T00:00:00Z' });

  await sandbox.setClock('2030-04-25T00:00:00Z');
  for (const [account, , changes] of rows)
    for (const [day, quantity] of changes)
      await setSeats(sandbox, seats, { account, quantity, from: `2030-04-${day}T09:00:00Z` });
  await setSeats(sandbox, seats, { account: 'stub', quantity: '7', from: '2030-04-01T00:00:00Z' });
  await nameSeat(sandbox, names, {
    account: 'names',
    name: 'anna',
    at: '2030-04-25T00:00:00Z',
    isTaken: true,
  });
  await nameSeat(sandbox, names, { account: 'names', name: 'ben', at: '2030-04-25T00:00:00Z' });
  await sandbox.settle();

  // Changes reach the stored draft at once; days to come count as they are known to be.
  const stored = await sandbox.must.get('/invoices?owner_id=by-days');
  expect(stored.data[0]).toMatchObject({ status: 'DRAFT', totalAmount: 333.33 });

  await sandbox.setClock('2030-05-01T00:00:00Z');
  const total = async (account: string) => {
    const april = (await listInvoices(sandbox, account)).find(({ status }) => status === 'DUE');
    return lineOf(april).split(' DUE ')[1];
  };
  for (const [account, , , april] of rows) expect(await total(account), account).toBe(april);
  expect(await total('stub')).toBe('144.67'); // 7 × 31 × 20 / 30
  expect(await total('weekly-name')).toBe('4.29'); // V14: 4 + 2 / 7
  expect(await total('names')).toBe('2'); // never two at once, but two names in the month
});

import { beforeAll, describe, expect, test } from 'vitest';
import { setAutoAdvance } from '#test/bill-run-scenario.ts';
import {
  editTimeline,
  lineOf,
  listInvoices,
  openAccount,
  publishPlan,
  sellFee,
  sellUsage,
  use,
} from '#test/billing-scenario.ts';
import { licenseCard, sellSeats, setSeats } from '#test/license-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
const sold = { fee: '', seats: '', calls: '' };
const MARCH = '2030-03-01T00:00:00Z';

interface Requested {
  name: string;
  account: string;
  until?: string;
  groupBy?: string;
}

/** Values by their day, `02-01: 31`, without zeros; in front the group when there is one. */
async function measure({ name, account, until = MARCH, groupBy }: Requested): Promise<string[]> {
  const filters = [{ fieldName: 'ACCOUNT_ID', fieldValues: [account] }];
  const query = { id: 'q', name, aggregationPeriod: 'DAY', filters, ...(groupBy && { groupBy }) };
  const range = { startTime: '2030-01-01T00:00:00Z', endTime: until };
  const { results } = await service.sandbox.must.post('/metrics', { ...range, metricQueries: [query] });
  const names = new Map(Object.entries(sold).map(([own, id]) => [id, `${own} `]));
  return results[0].data.flatMap(
    (row: { groupedBy?: { fieldValue: string }; timestamps: string[]; metricValues: number[] }) =>
      row.timestamps.flatMap((at, i) => {
        const group = row.groupedBy ? (names.get(row.groupedBy.fieldValue) ?? row.groupedBy.fieldValue) : '';
        return row.metricValues[i] === 0 ? [] : [`${group}${at.slice(5, 10)}: ${row.metricValues[i]}`];
      }),
  );
}

/*
 * Monthly from 1 January 2030, two days of grace. `plain` pays 31 a month, 10 per seat by its days and at
 * least 150; it has 5 seats, and 8 from the 11th on. `later` and `waiting` pay 31 a month and 2 per call
 * under a plan whose revenue is deferred; each makes 10 calls on the 5th, and the drafts of `waiting` wait
 * for a bill run.
 */
beforeAll(async () => {
  const { sandbox } = service;
  await sandbox.setClock('2030-01-01T00:00:00Z');
  sold.fee = await sellFee(sandbox, 'base');
  sold.seats = await sellSeats(sandbox, 'seats');
  sold.calls = await sellUsage(sandbox, 'calls');
  const fee = { type: 'FIXED_FEE' as const, billableId: sold.fee, fee: { rate: 31 } };
  const rateValues = [{ currency: 'USD', rate: 150 }];
  const plain = await publishPlan(sandbox, {
    ...{ name: 'plain', graceDays: 2 },
    cards: [
      fee,
      licenseCard(sold.seats, { slabs: [{ rate: 10 }] }),
      {
        ...{ type: 'MINIMUM_COMMITMENT', billableId: 'THE_PLAN' },
        details: { minimumCommitmentRateCard: { rateValues } },
      },
    ],
  });
  const usage = { model: 'TIERED' as const, slabs: [{ rate: 2 }] };
  const deferred = await publishPlan(sandbox, {
    ...{ name: 'deferred', graceDays: 2, isDeferred: true },
    cards: [fee, { type: 'USAGE', billableId: sold.calls, usage }],
  });
  for (const account of ['plain', 'later', 'waiting']) {
    await openAccount(sandbox, account);
    if (account === 'waiting')
      await setAutoAdvance(sandbox, { entityType: 'ACCOUNT', entityId: account }, false);
    const planId = account === 'plain' ? plain : deferred;
    await editTimeline(sandbox, account, [{ planId, from: '2030-01-01' }]);
  }
  const [{ id }] = await listInvoices(sandbox, 'plain');
  await sandbox.must.put(`/invoices/${id}/miscellaneous_charges`, {
    items: [
      { name: 'Setup', value: '12.5', considerForRevenue: true },
      { name: 'Tip', value: '3' },
    ],
  });
  await setSeats(sandbox, sold.seats, { account: 'plain', quantity: '5', from: '2030-01-01T00:00:00Z' });
  await setSeats(sandbox, sold.seats, { account: 'plain', quantity: '+3', from: '2030-01-11T00:00:00Z' });
  await sandbox.setClock('2030-02-02T12:00:00Z');
  for (const account of ['later', 'waiting'])
    await use(sandbox, { meter: 'calls', account, at: '2030-01-05T00:00:00Z', amount: '10' });
});

// Seats have the whole effect of a change on its day: 5 × 10, then 3 × 10; in February 8 × 10 from the start.
const SEATS = ['01-01: 50', '01-11: 30', '02-01: 80'];

describe('in the grace period', () => {
  test('cards have earned, and what only the invoice says has not', async () => {
    expect(await measure({ name: 'REVENUE', account: 'plain' })).toEqual([
      '01-01: 81', // 31 + 50
      '01-11: 30',
      '02-01: 111', // 31 + 80
    ]);
    expect((await measure({ name: 'REVENUE', account: 'plain', groupBy: 'BILLABLE_ID' })).sort()).toEqual(
      ['fee 01-01: 31', 'fee 02-01: 31', ...SEATS.map((value) => `seats ${value}`)].sort(),
    );
  });

  test('deferred revenue is zero', async () => {
    expect(await measure({ name: 'REVENUE', account: 'later' })).toEqual([]);
    expect(await measure({ name: 'REVENUE_FOR_CYCLE', account: 'later' })).toEqual([]);
    // Usage is not deferred.
    expect(await measure({ name: 'USAGE_FOR_CYCLE', account: 'later' })).toEqual(['01-01: 10']);
  });
});

describe('when the invoice is due', () => {
  beforeAll(() => service.sandbox.setClock('2030-02-03T00:00:00Z'));

  test('the true-up and the charges that count stand on the last day of its cycle', async () => {
    const [january] = await listInvoices(service.sandbox, 'plain');
    // 31 + (50 × 10 + 80 × 21) / 31 = 101.32, lifted by 48.68 to 150, and 12.5 and 3 beside it.
    expect(lineOf(january)).toBe('2030-01-01 to 2030-02-01 DUE 165.5');
    const days = ['01-01: 81', '01-11: 30', '01-31: 61.18', '02-01: 111']; // 48.68 + 12.5
    expect(await measure({ name: 'REVENUE', account: 'plain' })).toEqual(days);
    // What belongs to no card is in no group of cards.
    expect(await measure({ name: 'REVENUE', account: 'plain', groupBy: 'BILLABLE_ID' })).not.toContain(
      expect.stringContaining('01-31'),
    );
  });

  test('a cycle has all of it at its start, and what begins outside the range is left out', async () => {
    const january = '01-01: 172.18'; // 81 + 30 + 61.18
    const requested = { name: 'REVENUE_FOR_CYCLE', account: 'plain' };
    expect(await measure(requested)).toEqual([january, '02-01: 111']);
    expect(await measure({ ...requested, until: '2030-01-02T00:00:00Z' })).toEqual([january]);
    expect(await measure({ ...requested, groupBy: 'ACCOUNT_ID' })).toEqual([
      `plain${january}`,
      'plain02-01: 111',
    ]);
  });

  test('deferred revenue is there, on its days, unless the draft still waits', async () => {
    // 31 on the first day, 10 × 2 on the 5th; February is not due.
    expect(await measure({ name: 'REVENUE', account: 'later' })).toEqual(['01-01: 31', '01-05: 20']);
    expect(await measure({ name: 'REVENUE_FOR_CYCLE', account: 'later' })).toEqual(['01-01: 51']);
    expect(await measure({ name: 'REVENUE', account: 'waiting' })).toEqual([]);
  });

  test('a void invoice has no revenue', async () => {
    const [january] = await listInvoices(service.sandbox, 'later');
    await service.sandbox.must.patch(`/invoices/${january.id}`, { status: 'VOID' });
    expect(await measure({ name: 'REVENUE', account: 'later' })).toEqual([]);
  });
});

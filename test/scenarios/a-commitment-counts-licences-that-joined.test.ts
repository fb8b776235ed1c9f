import { beforeAll, describe, expect, it, test } from 'vitest';
import {
  editTimeline,
  listInvoices,
  openAccount,
  publishPlan,
  sellUsage,
  use,
  valuesOf,
} from '#test/billing-scenario.ts';
import { findMismatches } from '#test/find-mismatches.ts';
import { licenseCard, sellSeats, setSeats } from '#test/license-scenario.ts';
import { payInvoice } from '#test/payment-scenario.ts';
import { type Client, type Reply, useService } from '#test/running-app.ts';

/*
 * A plan asks for 100.00 a month and counts what is charged in advance. A seat costs 15.50 a month, and each
 * account has two: 31.00. A third one from 21 January on costs 15.50 × 11 / 31 = 5.50 for that month, a line
 * of the invoice of 1 February. Each account makes 5 calls of 1.00. January is billed on 6 February, so what
 * happens on the 2nd counts: 100 − 5 − 36.50 = 58.50 is missing without it.
 */
const service = useService();
let client: Client;
let seats: string;

type Story = (account: string) => Promise<unknown>;
const inAdvance = async (account: string): Promise<Reply['body'][]> =>
  (await listInvoices(client, account)).filter(({ invoiceType }) => /ADVANCED/.test(invoiceType));
/** The one that has the line that joined. */
const joined = async (account: string): Promise<Reply['body']> =>
  (await inAdvance(account)).filter(({ status }) => status !== 'VOID').at(-1);
const note =
  (body: object = {}): Story =>
  async (account) => {
    const { id } = await joined(account);
    await client.must.post(`/ext/v1/invoices/${id}/credit_notes`, { reason: 'Goodwill', ...body });
    await client.settle();
  };
const ofSeats =
  (amount?: number): Story =>
  (account) =>
    note({ lineItems: [{ lineId: seats, ...(amount && { amount }) }] })(account);
const setStatus =
  (...statuses: string[]): Story =>
  async (account) => {
    const { id } = await joined(account);
    for (const status of statuses) await client.must.patch(`/invoices/${id}`, { status });
  };
const takeSeat: Story = (account) =>
  setSeats(client, seats, { account, quantity: '-1', from: '2030-01-26T00:00:00Z' });
const both =
  (...stories: Story[]): Story =>
  async (account) => {
    for (const story of stories) await story(account);
  };

/** Whether the plan ends on 1 February, so that the line is an invoice of its own; what is missing then. */
const ROWS: [account: string, isLast: boolean, story: Story, missing: number][] = [
  ['joined', false, both(), 58.5],
  ['last', true, both(), 58.5],
  // Of 5.50 are left 3.50: 100 − 5 − 34.50
  ['last-noted', true, ofSeats(2), 60.5],
  ['last-noted-of-no-line', true, note({ amount: 2 }), 60.5],
  ['last-noted-all', true, note(), 64], // 100 − 5 − 31
  // Three seats of February are 46.50 and come first; of the line that joined is given back what is more.
  ['february-noted', false, ofSeats(10), 58.5],
  ['noted', false, both(ofSeats(), ofSeats(2)), 60.5],
  ['noted-all', false, note(), 64],
  // 26 of 52 are given back of no line: of each its half, 2.75 of the 5.50. 100 − 5 − 33.75
  ['noted-half', false, note({ amount: 26 }), 61.25],
  ['void', false, setStatus('VOID'), 64],
  ['last-void', true, setStatus('VOID'), 64],
  [
    'made-again',
    false,
    async (account) => {
      const { id } = await joined(account);
      await client.must.patch(`/invoices/${id}`, { status: 'VOID' });
      const again = await client.must.post(`/ext/v1/invoices/${id}/reissue`, {});
      await client.must.patch(`/invoices/${again.id}`, { status: 'DUE' });
    },
    58.5,
  ],
  [
    'refunded',
    false,
    async (account) => {
      const { id: invoiceId } = await joined(account);
      await payInvoice(client, { accountId: account, invoiceId, amount: 52 });
      await setStatus('REFUND_INITIATED', 'REFUND_COMPLETED')(account);
    },
    64,
  ],
  // Told late, a seat less from the 26th on gives back 15.50 × 6 / 31 = 3.00: 100 − 5 − 33.50
  ['taken', false, takeSeat, 61.5],
  // What a note of 2 gave is of the unused 3 first.
  ['last-noted-and-taken', true, both(note({ amount: 2 }), takeSeat), 61.5],
  ['taken-and-last-noted', true, both(takeSeat, note({ amount: 2 })), 61.5],
  // All of 5.50 is more than the 3 that are unused: 31 stay.
  ['last-noted-all-and-taken', true, both(note(), takeSeat), 64],
];

/** What is missing to the commitment of January. */
async function missingOf(account: string): Promise<unknown> {
  const all = await listInvoices(client, account);
  const january = all.find(({ invoiceType, startDate }) => {
    return invoiceType === 'STANDARD' && startDate.startsWith('2030-01-01');
  });
  return [january.status, valuesOf(january, 'TRUE_UP_AMOUNT')[0]?.[1] ?? 0];
}

beforeAll(async () => {
  client = service.sandbox;
  await client.setClock('2030-01-01T00:00:00Z');
  seats = await sellSeats(client, 'Seats');
  const meter = await sellUsage(client, 'calls');
  const planId = await publishPlan(client, {
    ...{ name: 'plan', graceDays: 5 },
    cards: [
      {
        ...{ type: 'USAGE', billableId: meter },
        usage: { model: 'TIERED', slabs: [{ rate: 1 }] },
      },
      licenseCard(seats, { slabs: [{ rate: 15.5 }], timing: 'IN_ADVANCE', refundMode: 'CREDITS' }),
      {
        ...{ type: 'MINIMUM_COMMITMENT', billableId: 'THE_PLAN' },
        details: {
          minimumCommitmentRateCard: {
            ...{ displayName: 'Least a month', rateValues: [{ currency: 'USD', rate: 100 }] },
            includeAdvanceFees: true,
          },
        },
      },
    ],
  });
  for (const [account, isLast] of ROWS) {
    await openAccount(client, account);
    await setSeats(client, seats, { account, quantity: '2', from: '2030-01-01T00:00:00Z' });
    const until = isLast ? { until: '2030-02-01' } : {};
    await editTimeline(client, account, [{ planId, from: '2030-01-01', ...until }]);
  }
  await client.setClock('2030-01-21T00:00:00Z');
  for (const [account] of ROWS) {
    await use(client, { meter: 'calls', account, at: '2030-01-21T00:00:00Z', amount: '5' });
    await setSeats(client, seats, { account, quantity: '+1', from: '2030-01-21T00:00:00Z' });
  }
  await client.setClock('2030-02-02T00:00:00Z');
  for (const [account, , story] of ROWS) await story(account);
}, 240_000);

describe('of a commitment of 100 is missing', () => {
  test.each(ROWS)('%s, in the draft of January', async (account, _isLast, _story, missing) => {
    expect(await missingOf(account)).toEqual(['DRAFT', missing]);
  });

  describe('once it is billed', () => {
    beforeAll(() => client.setClock('2030-02-06T00:00:00Z'));

    test.each(ROWS)('%s', async (account, _isLast, _story, missing) => {
      expect(await missingOf(account)).toEqual(['DUE', missing]);
    });

    it('the line that joined counts for its own month only: 46.50 of February', async () => {
      const all = await listInvoices(client, 'joined');
      const february = all.find(
        ({ invoiceType, status }) => invoiceType === 'STANDARD' && status === 'DRAFT',
      );
      expect(valuesOf(february, 'TRUE_UP_AMOUNT')).toEqual([['TRUE_UP_AMOUNT', 53.5]]);
    });

    it('the books agree', async () => {
      expect(await findMismatches(service)).toEqual([]);
    });
  });
});

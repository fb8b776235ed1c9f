import { beforeAll, describe, expect, it, test } from 'vitest';
import {
  type CardTerms,
  editTimeline,
  listInvoices,
  openAccount,
  publishPlan,
  sellFee,
  sellUsage,
  use,
  valuesOf,
} from '#test/billing-scenario.ts';
import { findMismatches } from '#test/find-mismatches.ts';
import { licenseCard, sellSeats, setSeats } from '#test/license-scenario.ts';
import { payInvoice } from '#test/payment-scenario.ts';
import { pdfPages } from '#test/read-pdf.ts';
import { type Client, type Reply, useService } from '#test/running-app.ts';

/*
 * A plan asks for 100.00 a month. Its fee is 31.00 a month in advance, 1.00 for a day of January, and a call
 * costs 1.00. Each account makes 5 calls on 5 January.
 */
const service = useService();
let client: Client;
let fee: string;
let seats: string;
const plans = new Map<string, string>();

const invoicesOf = async (account: string, type: string): Promise<Reply['body'][]> =>
  (await listInvoices(client, account)).filter(({ invoiceType }) => invoiceType === type);
const billOf = async (account: string) => (await invoicesOf(account, 'STANDARD_ADVANCED'))[0];
async function pdfLayoutOf({ pdfUrl }: Reply['body']): Promise<string[]> {
  const [page = []] = pdfPages((await service.app.server.inject({ url: pdfUrl })).rawPayload);
  return page;
}
/** What is missing to the commitment, of each cycle that is over. */
async function missingOf(account: string): Promise<number[]> {
  const issued = (await invoicesOf(account, 'STANDARD')).filter(({ status }) => status !== 'DRAFT');
  return issued.map((invoice) => valuesOf(invoice, 'TRUE_UP_AMOUNT')[0]?.[1] ?? 0);
}

type Story = (account: string) => Promise<unknown>;
const note =
  (amount?: number): Story =>
  async (account) => {
    const lines = amount === undefined ? {} : { lineItems: [{ lineId: fee, amount }] };
    const { id } = await billOf(account);
    await client.must.post(`/ext/v1/invoices/${id}/credit_notes`, { reason: 'Goodwill', ...lines });
  };
const cut: Story = (account) => editTimeline(client, account, [{ from: '2030-01-11' }]);
const nothing: Story = async () => undefined;

/** What happens on the 2nd, and what is missing then. */
const ROWS: [account: string, plan: string, story: Story, missing: number[]][] = [
  ['not-counted', 'plain', nothing, [95]], // 100 − 5
  ['counted', 'counts', nothing, [64]], // 100 − 5 − 31
  ['noted', 'counts', note(10), [74]], // 31 − 10 = 21 count
  ['noted-all', 'counts', note(), [95]],
  [
    'voided',
    'counts',
    async (account) => client.must.patch(`/invoices/${(await billOf(account)).id}`, { status: 'VOID' }),
    [95],
  ],
  [
    'refunded',
    'counts',
    async (account) => {
      const { id: invoiceId } = await billOf(account);
      await payInvoice(client, { accountId: account, invoiceId, amount: 31 });
      for (const status of ['REFUND_INITIATED', 'REFUND_COMPLETED'])
        await client.must.patch(`/invoices/${invoiceId}`, { status });
    },
    [95],
  ],
  // 10 days: 100 × 10 / 31 = 32.26. The fee is given back but for 10: 32.26 − 5 − 10.
  ['cut', 'counts', cut, [17.26]],
  // A note of 25 gives more than the 21 that are unused: 31 − 25 = 6 count, 32.26 − 5 − 6.
  [
    'noted-and-cut',
    'counts',
    async (account) => {
      await note(25)(account);
      await cut(account);
    },
    [21.26],
  ],
  // A note of 10 is of the unused days first: 10 count, as without it.
  [
    'cut-and-noted',
    'counts',
    async (account) => {
      await cut(account);
      await note(10)(account);
    },
    [17.26],
  ],
  // The fee and a discount of 10: 100 − 5 − 21; a note of everything takes both back.
  ['discounted', 'discounts', nothing, [74]],
  ['discounted-noted-all', 'discounts', note(), [95]],
  ['kept', 'keeps', cut, [0]], // 31 stay charged, more than 32.26 − 5
  // 90 for 90 days in advance: 31 of them in January, 28 in February without calls
  ['block', 'blocks', nothing, [64]],
  // 2 seats of 15.50 are 31, and one more from the 21st on is 15.50 × 11 / 31 = 5.50: 100 − 5 − 36.50
  ['seats', 'seats', nothing, [58.5]],
];

async function sell(): Promise<void> {
  client = service.sandbox;
  await client.setClock('2030-01-01T00:00:00Z');
  fee = await sellFee(client, 'Fee');
  const discount = await sellFee(client, 'Discount');
  seats = await sellSeats(client, 'Seats');
  const meter = await sellUsage(client, 'calls');
  const calls: CardTerms = {
    ...{ type: 'USAGE', billableId: meter },
    usage: { model: 'TIERED', slabs: [{ rate: 1 }] },
  };
  const commitment = (includeAdvanceFees: boolean): CardTerms => ({
    ...{ type: 'MINIMUM_COMMITMENT', billableId: 'THE_PLAN' },
    details: {
      minimumCommitmentRateCard: {
        ...{ displayName: 'Least a month', rateValues: [{ currency: 'USD', rate: 100 }] },
        ...(includeAdvanceFees && { includeAdvanceFees }),
      },
    },
  });
  const feeCard = (terms: CardTerms['fee']): CardTerms => {
    return { type: 'FIXED_FEE', billableId: fee, timing: 'IN_ADVANCE', ...(terms && { fee: terms }) };
  };
  const monthly = { rate: 31, isProrated: true };
  const cards: Record<string, CardTerms[]> = {
    plain: [feeCard(monthly), commitment(false)],
    counts: [feeCard(monthly), commitment(true)],
    keeps: [feeCard({ ...monthly, refundMode: 'NONE' }), commitment(true)],
    discounts: [
      feeCard(monthly),
      { ...feeCard({ rate: -10, isProrated: true }), billableId: discount },
      commitment(true),
    ],
    blocks: [feeCard({ rate: 90, isProrated: true, interval: 3 }), commitment(true)],
    seats: [licenseCard(seats, { slabs: [{ rate: 15.5 }], timing: 'IN_ADVANCE' }), commitment(true)],
  };
  for (const [name, own] of Object.entries(cards))
    plans.set(name, await publishPlan(client, { name, cards: [calls, ...own] }));
}

beforeAll(async () => {
  await sell();
  for (const [account, plan] of ROWS) {
    await openAccount(client, account);
    if (plan === 'seats')
      await setSeats(client, seats, { account, quantity: '2', from: '2030-01-01T00:00:00Z' });
    await editTimeline(client, account, [{ planId: plans.get(plan) ?? '', from: '2030-01-01' }]);
  }
  await client.setClock('2030-01-02T00:00:00Z');
  for (const [account, , story] of ROWS) await story(account);
  await client.setClock('2030-01-05T00:00:00Z');
  for (const [account] of ROWS)
    await use(client, { meter: 'calls', account, at: '2030-01-05T00:00:00Z', amount: '5' });
  await client.setClock('2030-01-21T00:00:00Z');
  await setSeats(client, seats, { account: 'seats', quantity: '+1', from: '2030-01-21T00:00:00Z' });
  await client.setClock('2030-02-01T00:00:00Z');
}, 240_000);

describe('of a commitment of 100 a month is missing', () => {
  test.each(ROWS)('%s (%s)', async (account, _plan, _story, missing) => {
    expect(await missingOf(account)).toEqual(missing);
  });
});

describe('and', () => {
  it('the explanation and the PDF show the fees that count', async () => {
    const [january] = await invoicesOf('counted', 'STANDARD');
    const { lines, verification } = await client.must.get(`/ext/v1/invoices/${january.id}/explain`);
    const line = lines.find(({ commitment }: Reply['body']) => commitment !== undefined);
    expect(verification.isIdentical).toBe(true);
    expect(line).toMatchObject({ commitment: '100', subTotal: '5', advanceFees: '31' });
    expect(line.steps).toEqual(
      expect.arrayContaining([
        'charged in advance and counted: 31: Fee 31',
        'missing to it: 100 − 5 − 31 = 64',
      ]),
    );
    expect(await pdfLayoutOf(january)).toContain('Charged in advance and counted: 31.00');
    const [plain] = await invoicesOf('not-counted', 'STANDARD');
    expect((await pdfLayoutOf(plain)).join()).not.toContain('Charged in advance');
  });

  it('a fee of several cycles counts in each of them by its days', async () => {
    const { lines } = await client.must.get(
      `/ext/v1/invoices/${(await invoicesOf('block', 'STANDARD'))[0].id}/explain`,
    );
    expect(JSON.stringify(lines)).toContain('charged in advance and counted: 31: Fee 90 × 31 / 90 days');
  });

  it('a draft follows what is given back until it is issued, and not after', async () => {
    const draft = async () =>
      (await invoicesOf('counted', 'STANDARD')).find(({ status }) => status === 'DRAFT');
    // February: 100 − 31, and with a note of 11 of its fee 100 − 20
    expect(valuesOf(await draft(), 'TRUE_UP_AMOUNT')).toEqual([['TRUE_UP_AMOUNT', 69]]);
    const [, february] = await invoicesOf('counted', 'STANDARD_ADVANCED');
    const lineItems = [{ lineId: fee, amount: 11 }];
    await client.must.post(`/ext/v1/invoices/${february.id}/credit_notes`, { reason: 'Outage', lineItems });
    expect(valuesOf(await draft(), 'TRUE_UP_AMOUNT')).toEqual([['TRUE_UP_AMOUNT', 80]]);
    await note(1)('counted');
    expect(await missingOf('counted')).toEqual([64]);
  });

  it('the books agree', async () => {
    expect(await findMismatches(service)).toEqual([]);
  });
});

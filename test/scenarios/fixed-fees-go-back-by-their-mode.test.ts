import { beforeAll, describe, expect, it, test } from 'vitest';
import { editTimeline, listInvoices, openAccount, publishPlan, sellFee } from '#test/billing-scenario.ts';
import { findMismatches } from '#test/find-mismatches.ts';
import { licenseCard, sellSeats, setSeats } from '#test/license-scenario.ts';
import { fundsOf, payInvoice } from '#test/payment-scenario.ts';
import { type Client, type Reply, useService } from '#test/running-app.ts';

/*
 * January has 31 days; a plan charges 31.00 for it in advance, 1.00 for a day, and 20 % of tax: 37.20. It
 * ends after 10 days, so that 21 of net are unused, 25.20 with their tax.
 */
const service = useService();
const MODES = ['CREDITS', 'WALLET', 'PAYMENT', 'NONE'] as const;
type Mode = (typeof MODES)[number];
/** CUT, UPGRADE, REPLACE and TOPUP are of 11 January; what comes after is of the 20th. */
type Method =
  | 'TOPUP'
  | 'PAY'
  | 'PAY 20'
  | 'CUT'
  | 'UPGRADE'
  | 'REPLACE'
  | 'NOTE'
  | 'NOTE 10'
  | 'REFUND'
  | 'BEGIN'
  | 'VOID';

let client: Client;
let fee: string;
const plans = new Map<string, string>();

const billOf = async (account: string): Promise<Reply['body']> => {
  const all = await listInvoices(client, account);
  return all.find(({ invoiceType }) => invoiceType === 'STANDARD_ADVANCED');
};
const messageOf = ({ status, body }: Reply): string => (status < 300 ? '' : body.message);

/** Does it, and says whether it was done: `''`, or the message that refuses it. */
async function go(account: string, way: Method): Promise<string> {
  const { id } = (await billOf(account)) ?? {};
  switch (way) {
    case 'TOPUP':
      return messageOf(await client.post(`/accounts/${account}/wallet_topup`, { topupAmount: 100 }));
    case 'PAY':
    case 'PAY 20':
      await payInvoice(client, { accountId: account, invoiceId: id, amount: way === 'PAY' ? 37.2 : 20 });
      return '';
    case 'CUT':
      await editTimeline(client, account, [{ from: '2030-01-11' }]);
      return '';
    case 'UPGRADE':
      await editTimeline(client, account, [{ planId: plans.get('dear') ?? '', from: '2030-01-11' }]);
      return '';
    case 'REPLACE':
      await editTimeline(client, account, [{ planId: plans.get('cheap') ?? '', from: '2030-01-01' }]);
      return '';
    case 'NOTE':
    case 'NOTE 10': {
      const lines = way === 'NOTE' ? {} : { lineItems: [{ lineId: fee, amount: 10 }] };
      return messageOf(
        await client.post(`/ext/v1/invoices/${id}/credit_notes`, { reason: 'Goodwill', ...lines }),
      );
    }
    case 'BEGIN':
      return messageOf(await client.patch(`/invoices/${id}`, { status: 'REFUND_INITIATED' }));
    case 'REFUND': {
      const begun = await client.patch(`/invoices/${id}`, { status: 'REFUND_INITIATED' });
      if (begun.status !== 200) return messageOf(begun);
      return messageOf(await client.patch(`/invoices/${id}`, { status: 'REFUND_COMPLETED' }));
    }
    case 'VOID':
      return messageOf(await client.patch(`/invoices/${id}`, { status: 'VOID' }));
    default:
      return way satisfies never;
  }
}

/** `PAID credit 21 wallet 0 payer 0`: the bill; then what credits, wallet, and payments by hand give back. */
async function givenBack(account: string): Promise<string> {
  const { availableBalance } = await client.must.get(`/accounts/${account}/credit_balance`);
  const all = await listInvoices(client, account);
  const requested = all.flatMap(({ metadata }) => metadata.manualRefunds ?? []);
  const payer = requested.reduce((sum: number, { amount }: Reply['body']) => sum + Number(amount) * 100, 0);
  const { status } = await billOf(account);
  const [free] = await fundsOf(client, account);
  return `${status} credit ${availableBalance} wallet ${free} payer ${Math.round(payer) / 100}`;
}

type Row = [
  before: Method[],
  ways: Method[],
  left: Record<Mode, string>,
  rejected?: Partial<Record<Mode, RegExp>>,
];
const same = (left: string): Record<Mode, string> => {
  return { CREDITS: left, WALLET: left, PAYMENT: left, NONE: left };
};

/** What is done on the 2nd, and from the 11th on. */
const ROWS: Row[] = [
  // Alone. What nobody has paid lowers what is owed: 37.20 − 25.20 = 12.00.
  [
    ['PAY'],
    ['CUT'],
    {
      CREDITS: 'PAID credit 21 wallet 0 payer 0',
      WALLET: 'PAID credit 0 wallet 25.2 payer 0',
      PAYMENT: 'PAID credit 0 wallet 0 payer 25.2',
      NONE: 'PAID credit 0 wallet 0 payer 0',
    },
  ],
  [
    [],
    ['CUT'],
    {
      CREDITS: 'DUE credit 21 wallet 0 payer 0',
      WALLET: 'PARTIALLY_PAID credit 0 wallet 0 payer 0',
      PAYMENT: 'PARTIALLY_PAID credit 0 wallet 0 payer 0',
      NONE: 'DUE credit 0 wallet 0 payer 0',
    },
  ],
  // 25.20 less what is owed, 37.20 − 20.00, is 8.00
  [
    ['PAY 20'],
    ['CUT'],
    {
      CREDITS: 'PARTIALLY_PAID credit 21 wallet 0 payer 0',
      WALLET: 'PAID credit 0 wallet 8 payer 0',
      PAYMENT: 'PAID credit 0 wallet 0 payer 8',
      NONE: 'PARTIALLY_PAID credit 0 wallet 0 payer 0',
    },
  ],
  // First a credit note: of 10 with tax, 12.00 in the wallet. 21 − 10 = 11 are left to give, 13.20 with tax.
  [
    ['PAY', 'NOTE 10'],
    ['CUT'],
    {
      CREDITS: 'PAID credit 11 wallet 12 payer 0',
      WALLET: 'PAID credit 0 wallet 25.2 payer 0',
      PAYMENT: 'PAID credit 0 wallet 12 payer 13.2',
      NONE: 'PAID credit 0 wallet 12 payer 0',
    },
  ],
  [['PAY', 'NOTE'], ['CUT'], same('PAID credit 0 wallet 37.2 payer 0')],
  // Then a credit note of what is left, 10 and 2 of tax; all of it where nothing was given back.
  [
    ['PAY'],
    ['CUT', 'NOTE'],
    {
      CREDITS: 'PAID credit 21 wallet 12 payer 0',
      WALLET: 'PAID credit 0 wallet 37.2 payer 0',
      PAYMENT: 'PAID credit 0 wallet 12 payer 25.2',
      NONE: 'PAID credit 0 wallet 37.2 payer 0',
    },
  ],
  // A refund before, which gives all, and after, which gives what is left: 37.20 − 25.20 = 12.00.
  [['PAY', 'REFUND'], ['CUT'], same('REFUND_COMPLETED credit 0 wallet 0 payer 37.2')],
  [['PAY', 'BEGIN'], ['CUT'], same('REFUND_INITIATED credit 0 wallet 0 payer 37.2')],
  [
    ['PAY'],
    ['CUT', 'REFUND'],
    {
      CREDITS: 'REFUND_COMPLETED credit 21 wallet 0 payer 12',
      WALLET: 'REFUND_COMPLETED credit 0 wallet 25.2 payer 12',
      PAYMENT: 'REFUND_COMPLETED credit 0 wallet 0 payer 37.2',
      NONE: 'REFUND_COMPLETED credit 0 wallet 0 payer 37.2',
    },
  ],
  // Void before, and after: the credit is withdrawn; a credit note keeps the bill.
  [['VOID'], ['CUT'], same('VOID credit 0 wallet 0 payer 0')],
  [
    [],
    ['CUT', 'VOID'],
    {
      CREDITS: 'VOID credit 0 wallet 0 payer 0',
      WALLET: 'PARTIALLY_PAID credit 0 wallet 0 payer 0',
      PAYMENT: 'PARTIALLY_PAID credit 0 wallet 0 payer 0',
      NONE: 'VOID credit 0 wallet 0 payer 0',
    },
    { WALLET: /./, PAYMENT: /./ },
  ],
  // Another settlement: the days that are cut again, or sold once more, are none of those given back.
  [
    ['PAY'],
    ['CUT', 'CUT'],
    {
      CREDITS: 'PAID credit 21 wallet 0 payer 0',
      WALLET: 'PAID credit 0 wallet 25.2 payer 0',
      PAYMENT: 'PAID credit 0 wallet 0 payer 25.2',
      NONE: 'PAID credit 0 wallet 0 payer 0',
    },
  ],
  // The other plan costs 42 for 21 days, 50.40 with tax, of which a credit of 21 pays half before taxes.
  [
    ['PAY'],
    ['UPGRADE'],
    {
      CREDITS: 'PAID credit 0 wallet 0 payer 0',
      WALLET: 'PAID credit 0 wallet 0 payer 0',
      PAYMENT: 'PAID credit 0 wallet 0 payer 25.2',
      NONE: 'PAID credit 0 wallet 0 payer 0',
    },
  ],
  // A plan of 10 a month takes the charge over from its first day: 31 − 10 = 21. Of a charge that is replaced
  // NONE says nothing: the difference is a credit.
  [
    ['PAY'],
    ['REPLACE'],
    {
      CREDITS: 'PAID credit 21 wallet 0 payer 0',
      WALLET: 'PAID credit 0 wallet 25.2 payer 0',
      PAYMENT: 'PAID credit 0 wallet 0 payer 25.2',
      NONE: 'PAID credit 21 wallet 0 payer 0',
    },
  ],
];

const stories = ROWS.flatMap(([before, ways, left, rejected = {}], index) =>
  MODES.map((mode) => {
    const name = `${mode}: ${[...before, ...ways].join(', ')}`;
    const account = `a${index}-${mode}`;
    return { account, mode, before, ways, left: left[mode], rejected: rejected[mode], name };
  }),
);
const responses = new Map<string, string>();

async function play(account: string, ways: readonly Method[]): Promise<void> {
  for (const way of ways) {
    if (responses.get(account)) throw new Error(`${account}, before ${way}: ${responses.get(account)}`);
    responses.set(account, await go(account, way));
  }
}

async function sell(): Promise<void> {
  client = service.sandbox;
  await client.setClock('2030-01-01T00:00:00Z');
  await client.must.post('/settings', {
    ...{ entityType: 'ORGANIZATION', entityId: 'default', namespace: 'PLATFORM', id: 'TAX_RATES' },
    ...{ name: 'Taxes', dataType: 'JSON', value: JSON.stringify([{ name: 'VAT', rate: '0.2' }]) },
  });
  fee = await sellFee(client, 'Fee');
  const card = (rate: number, refundMode: Mode) => {
    const terms = { type: 'FIXED_FEE' as const, billableId: fee, timing: 'IN_ADVANCE' as const };
    return { ...terms, fee: { rate, isProrated: true, refundMode } };
  };
  for (const mode of MODES)
    plans.set(mode, await publishPlan(client, { name: mode, cards: [card(31, mode)], isOngoing: true }));
  plans.set('dear', await publishPlan(client, { name: 'dear', cards: [card(62, 'CREDITS')] }));
  const cheap = { name: 'cheap', cards: [card(10, 'CREDITS')], isOngoing: true };
  plans.set('cheap', await publishPlan(client, cheap));
}

beforeAll(async () => {
  await sell();
  for (const { account, mode } of stories) {
    await openAccount(client, account);
    await editTimeline(client, account, [{ planId: plans.get(mode) ?? '', from: '2030-01-01' }]);
  }
  await openAccount(client, 'wallet');
  await go('wallet', 'TOPUP');
  await editTimeline(client, 'wallet', [{ planId: plans.get('PAYMENT') ?? '', from: '2030-01-01' }]);
  const seats = await sellSeats(client, 'Seats');
  const both = (name: string, ofFee: Mode, ofSeats: Mode) =>
    publishPlan(client, {
      ...{ name, isOngoing: true },
      cards: [
        {
          ...{ type: 'FIXED_FEE', billableId: fee, timing: 'IN_ADVANCE' },
          fee: { rate: 31, isProrated: true, refundMode: ofFee },
        },
        licenseCard(seats, { slabs: [{ rate: 62 }], timing: 'IN_ADVANCE', refundMode: ofSeats }),
      ],
    });
  for (const [account, ofFee, ofSeats] of [
    ['fee-wallet', 'WALLET', 'CREDITS'],
    ['seat-payment', 'NONE', 'PAYMENT'],
    ['two-notes', 'PAYMENT', 'WALLET'],
  ] as const) {
    await openAccount(client, account);
    await setSeats(client, seats, { account, quantity: '1', from: '2030-01-01T00:00:00Z' });
    await editTimeline(client, account, [
      { planId: await both(account, ofFee, ofSeats), from: '2030-01-01' },
    ]);
    const { id } = await billOf(account);
    await payInvoice(client, { accountId: account, invoiceId: id, amount: 111.6 }); // (31 + 62) × 1.2
  }
  await client.setClock('2030-01-02T00:00:00Z');
  for (const { account, before } of stories) await play(account, before);
  await client.setClock('2030-01-11T00:00:00Z');
  for (const { account, ways } of stories) await play(account, ways);
  for (const account of ['wallet', 'fee-wallet', 'seat-payment', 'two-notes']) await go(account, 'CUT');
}, 240_000);

describe('of a month in advance is given back', () => {
  test.each(stories)('$name: $left', async ({ account, left, rejected }) => {
    expect(responses.get(account)).toEqual(rejected ? expect.stringMatching(rejected) : '');
    expect(await givenBack(account)).toBe(left);
  });
});

describe('and', () => {
  it('PAYMENT gives back to the wallet what the wallet paid', async () => {
    // 100 − 37.20 + 25.20
    expect(await givenBack('wallet')).toBe('PAID credit 0 wallet 88 payer 0');
  });

  it.each([
    // 21 of the fee with their tax of 4.20; 42 of the seat
    ['fee-wallet', 'PAID credit 42 wallet 25.2 payer 0'],
    ['seat-payment', 'PAID credit 0 wallet 0 payer 50.4'],
    ['two-notes', 'PAID credit 0 wallet 50.4 payer 25.2'],
  ])('a fee and a licence of one plan go back each by its mode: %s', async (account, left) => {
    expect(await givenBack(account)).toBe(left);
  });

  it('the books agree', async () => {
    expect(await findMismatches(service)).toEqual([]);
  });
});

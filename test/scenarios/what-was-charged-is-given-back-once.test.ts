import { beforeAll, describe, expect, it, test } from 'vitest';
import { editTimeline, listInvoices, openAccount, publishPlan, sellFee } from '#test/billing-scenario.ts';
import { findMismatches } from '#test/find-mismatches.ts';
import { payInvoice } from '#test/payment-scenario.ts';
import { type Client, type Reply, useService } from '#test/running-app.ts';

/*
 * January has 31 days; the plan charges 31.00 for it in advance, 1.00 for a day, and 20 % of tax: 37.20. It
 * ends after 10 days, so that 21 of net are unused, unless the row says otherwise.
 */
const service = useService();
let client: Client;
let fee: string;
let plan: string;
let dear: string;

/** SETTLE and UPGRADE are of 11 January: what comes before is of the 2nd, what comes after of the 20th. */
type Method = 'SETTLE' | 'NOTE' | 'REFUND' | 'VOID' | 'UPGRADE' | 'NOTE 10' | 'NOTE 10 OF NO LINE' | 'PAY';

const billOf = async (account: string): Promise<Reply['body']> => {
  const all = await listInvoices(client, account);
  return all.find(({ invoiceType, startDate }) => {
    return invoiceType === 'STANDARD_ADVANCED' && startDate.startsWith('2030-01-01');
  });
};

/** Does it, and says whether it was done: `''`, or the message that refuses it. */
async function go(account: string, way: Method): Promise<string> {
  const bill = await billOf(account);
  switch (way) {
    case 'PAY':
      await payInvoice(client, { accountId: account, invoiceId: bill.id, amount: 37.2 });
      return '';
    case 'SETTLE':
      await editTimeline(client, account, [{ from: '2030-01-11' }]);
      return '';
    case 'UPGRADE':
      await editTimeline(client, account, [{ planId: dear, from: '2030-01-11' }]);
      return '';
    case 'NOTE':
    case 'NOTE 10':
    case 'NOTE 10 OF NO LINE': {
      const body = { reason: 'Goodwill', ...NOTED[way]() };
      return messageOf(await client.post(`/ext/v1/invoices/${bill.id}/credit_notes`, body));
    }
    case 'REFUND': {
      const begun = await client.patch(`/invoices/${bill.id}`, { status: 'REFUND_INITIATED' });
      if (begun.status !== 200) return messageOf(begun);
      return messageOf(await client.patch(`/invoices/${bill.id}`, { status: 'REFUND_COMPLETED' }));
    }
    case 'VOID':
      return messageOf(await client.patch(`/invoices/${bill.id}`, { status: 'VOID' }));
    default:
      return way satisfies never;
  }
}

const NOTED = {
  NOTE: () => ({}),
  'NOTE 10': () => ({ lineItems: [{ lineId: fee, amount: 10 }] }),
  'NOTE 10 OF NO LINE': () => ({ amount: 10 }),
};

const messageOf = ({ status, body }: Reply): string => (status < 300 ? '' : body.message);

/** What remains of credits; what notes came to; what a refund gave back. With their signs, as text. */
async function givenBack(account: string): Promise<string> {
  const { availableBalance } = await client.must.get(`/accounts/${account}/credit_balance`);
  const all = await listInvoices(client, account);
  const notes = all.filter(({ metadata }) => metadata.creditNoteFor);
  const noted = notes.reduce((sum, { totalAmount }) => sum - totalAmount, 0);
  const { status, metadata } = await billOf(account);
  return [status, availableBalance, Math.round(noted * 100) / 100, Number(metadata.refundedAmount ?? 0)].join(
    ' ',
  );
}

/** Each pair, in both orders. `left`: as `givenBack` says it; `refused`: why the second way was refused. */
const CELLS: [ways: Method[], left: string, rejected: RegExp | null][] = [
  // First a settlement of 21; what is left of the charge is 10 and 2 of tax.
  [['PAY', 'SETTLE', 'SETTLE'], 'PAID 21 0 0', null],
  [['PAY', 'SETTLE', 'NOTE'], 'PAID 21 12 0', null],
  [['PAY', 'SETTLE', 'REFUND'], 'REFUND_COMPLETED 21 0 12', null], // 37.20 − 21 × 1.2
  [['SETTLE', 'VOID'], 'VOID 0 0 0', null], // the credit is withdrawn: nobody owes anything
  [['PAY', 'SETTLE', 'VOID'], 'PAID 21 0 0', /PAID|VOID/],
  [['SETTLE', 'NOTE'], 'PARTIALLY_PAID 21 12 0', null],
  // The credit of 21 has paid 21 of the 42 that 21 days of the other plan cost.
  [['UPGRADE', 'VOID'], 'DUE 0 0 0', /credit/],
  [['UPGRADE', 'NOTE'], 'PARTIALLY_PAID 0 12 0', null],
  [['PAY', 'UPGRADE', 'REFUND'], 'REFUND_COMPLETED 0 0 12', null],
  // First a credit note.
  [['PAY', 'NOTE', 'SETTLE'], 'PAID 0 37.2 0', null],
  [['PAY', 'NOTE 10', 'SETTLE'], 'PAID 11 12 0', null], // 21 − 10: 10 days are used
  [['PAY', 'NOTE 10 OF NO LINE', 'SETTLE'], 'PAID 11 12 0', null],
  [['PAY', 'NOTE', 'UPGRADE'], 'PAID 0 37.2 0', null],
  [['PAY', 'NOTE', 'NOTE'], 'PAID 0 37.2 0', /already credited/],
  [['PAY', 'NOTE 10', 'NOTE'], 'PAID 0 37.2 0', null],
  [['PAY', 'NOTE', 'REFUND'], 'PAID 0 37.2 0', /nothing left to refund/],
  [['PAY', 'NOTE 10', 'REFUND'], 'REFUND_COMPLETED 0 12 25.2', null],
  [['NOTE 10', 'VOID'], 'PARTIALLY_PAID 0 12 0', /./],
  // First a refund.
  [['PAY', 'REFUND', 'SETTLE'], 'REFUND_COMPLETED 0 0 37.2', null],
  [['PAY', 'REFUND', 'UPGRADE'], 'REFUND_COMPLETED 0 0 37.2', null],
  [['PAY', 'REFUND', 'NOTE'], 'REFUND_COMPLETED 0 0 37.2', /REFUND_COMPLETED/],
  [['PAY', 'REFUND', 'REFUND'], 'REFUND_COMPLETED 0 0 37.2', /REFUND_INITIATED/],
  [['PAY', 'REFUND', 'VOID'], 'REFUND_COMPLETED 0 0 37.2', /VOID/],
  // First void.
  [['VOID', 'SETTLE'], 'VOID 0 0 0', null],
  [['VOID', 'UPGRADE'], 'VOID 0 0 0', null],
  [['VOID', 'NOTE'], 'VOID 0 0 0', /VOID/],
  [['VOID', 'REFUND'], 'VOID 0 0 0', /VOID/],
  [['VOID', 'VOID'], 'VOID 0 0 0', null],
];

const isEdit = (way: Method) => way === 'SETTLE' || way === 'UPGRADE';
const stories = CELLS.map(([ways, left, rejected], index) => {
  const edited = ways.findIndex(isEdit);
  const [first, then] = edited < 0 ? [ways, []] : [ways.slice(0, edited + 1), ways.slice(edited + 1)];
  return { account: `account-${index}`, name: ways.join(', '), first, then, left, rejected };
});
const responses = new Map<string, string>();

async function play(account: string, ways: readonly Method[]): Promise<void> {
  for (const [index, way] of ways.entries()) {
    const response = await go(account, way);
    if (responses.get(account)) throw new Error(`${account}, ${ways[index - 1]}: ${responses.get(account)}`);
    responses.set(account, response);
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
  const publish = (name: string, rate: number) =>
    publishPlan(client, {
      name,
      cards: [{ type: 'FIXED_FEE', billableId: fee, timing: 'IN_ADVANCE', fee: { rate, isProrated: true } }],
    });
  plan = await publish('Plan', 31);
  dear = await publish('Dear', 62);
}

async function open(account: string, until?: string): Promise<void> {
  await openAccount(client, account);
  await editTimeline(client, account, [{ planId: plan, from: '2030-01-01', ...(until && { until }) }]);
}

beforeAll(async () => {
  await sell();
  for (const { account } of stories) await open(account);
  for (const account of ['half', 'open']) await open(account);
  await openAccount(client, 'promo');
  const terms = { purpose: 'Promo', effectiveFrom: '2030-01-01', effectiveUntil: '2030-12-31', priority: 1 };
  await client.must.post('/credits', {
    creditRequests: [{ accountId: 'promo', ...terms, creditAmount: 20 }],
  });
  await editTimeline(client, 'promo', [{ planId: plan, from: '2030-01-01' }]);
  await client.setClock('2030-01-02T00:00:00Z');
  for (const { account, first } of stories) await play(account, first);
  for (const account of ['half', 'open']) await go(account, 'PAY');
  await go('half', 'NOTE 10');
  await editTimeline(client, 'half', [{ from: '2030-01-16' }]);
  await client.must.patch(`/invoices/${(await billOf('open')).id}`, { status: 'REFUND_INITIATED' });
  for (const account of ['open', 'promo']) await go(account, 'SETTLE');
  await client.setClock('2030-01-20T00:00:00Z');
  for (const { account, then } of stories) await play(account, then);
}, 240_000);

describe('of a month in advance is given back', () => {
  test.each(stories)('$name: $left', async ({ account, left, rejected }) => {
    expect(responses.get(account)).toEqual(rejected ? expect.stringMatching(rejected) : '');
    expect(await givenBack(account)).toBe(left);
  });
});

describe('and', () => {
  it('16 unused days after a note of 10 give back 6', async () => {
    expect(await givenBack('half')).toBe('PAID 6 12 0');
  });

  it('a promotional credit that paid has its part back, with the end that it had', async () => {
    const { data } = await client.must.get('/credits?account_id=promo');
    const shown = data.map(({ purpose, creditAmount, consumedAmount, effectiveUntil }: Reply['body']) => {
      return `${purpose.slice(0, 5)} ${creditAmount} ${consumedAmount} ${effectiveUntil}`;
    });
    // 10 days are used, which the promotion pays: 10 of its 20 are back, and 11 of money are a new credit.
    expect(shown.sort()).toEqual(['Fee:  11 0 undefined', 'Promo 20 10 2030-12-31']);
    expect(await go('promo', 'NOTE')).toBe('');
    expect(await givenBack('promo')).toBe('DUE 31 0 0');
  });

  it('a settlement waits for a refund that is open', async () => {
    expect(await givenBack('open')).toBe('REFUND_INITIATED 0 0 0');
    await client.must.patch(`/invoices/${(await billOf('open')).id}`, { status: 'REFUND_COMPLETED' });
    await client.setClock('2030-01-22T00:00:00Z');
    expect(await givenBack('open')).toBe('REFUND_COMPLETED 0 0 37.2');
  });

  it('the books agree', async () => {
    expect(await findMismatches(service)).toEqual([]);
  });
});

import { beforeAll, describe, expect, it } from 'vitest';
import {
  type CardTerms,
  editTimeline,
  listInvoices,
  openAccount,
  publishPlan,
  sellFee,
} from '#test/billing-scenario.ts';
import { findMismatches } from '#test/find-mismatches.ts';
import { formGroup, listComposites } from '#test/group-scenario.ts';
import { type LicenseTerms, licenseCard, sellSeats, setSeats } from '#test/license-scenario.ts';
import { fundsOf, payInvoice } from '#test/payment-scenario.ts';
import { type Client, type Reply, useService } from '#test/running-app.ts';

/*
 * April has 30 days. A fee of 30.00 costs 1.00 a day, a dear one 2.00, a cheap one 0.50, and each of ten
 * seats 1.00 a day: 300.00. 20 % of tax comes on top. What comes on top of a charge later is a line of
 * another invoice.
 */
const service = useService();
const plans = new Map<string, string>();
let client: Client;
let fee: string;
let seats: string;

const issued = async (account: string): Promise<Reply['body'][]> => {
  const all = await listInvoices(client, account);
  return all.filter(({ status, invoiceType }) => status !== 'DRAFT' && invoiceType !== 'STANDARD');
};
/** `STANDARD_ADVANCED PAID 36` of everything in advance, and of notes. */
const documentsOf = async (account: string) =>
  (await issued(account))
    .map(({ invoiceType, status, totalAmount }) => `${invoiceType.slice(0, 5)} ${status} ${totalAmount}`)
    .sort();
const ofType = async (account: string, type: string, status?: string) =>
  (await issued(account)).find((each) => each.invoiceType === type && (!status || each.status === status));
const first = (account: string) => ofType(account, 'STANDARD_ADVANCED');
const onTop = (account: string) => ofType(account, 'ADHOC_ADVANCED');
const balanceOf = async (account: string): Promise<number> =>
  (await client.must.get(`/accounts/${account}/credit_balance`)).availableBalance;
const edit = (account: string, from: string, plan?: string) =>
  editTimeline(client, account, [{ from, ...(plan && { planId: plans.get(plan) ?? '' }) }]);
const setStatus = async ({ id }: Reply['body'], status: string): Promise<string> => {
  const response = await client.patch(`/invoices/${id}`, { status });
  await client.settle();
  return response.status < 300 ? 'done' : `${response.headers['error-code']}`;
};
const note = async ({ id }: Reply['body'], body = {}) => {
  await client.must.post(`/ext/v1/invoices/${id}/credit_notes`, { reason: 'Goodwill', ...body });
  await client.settle();
};
const pay = async (accountId: string) => {
  const { id: invoiceId, totalAmount: amount } = await first(accountId);
  await payInvoice(client, { accountId, invoiceId, amount });
};

const FEES = [
  ...[
    'raised',
    'raised noted',
    'raised gone',
    'raised void',
    'lowered',
    'void raised',
    'deeper',
    'deeper noted',
  ],
  ...['again', 'again after', 'member', 'member paid', 'member raised'],
].map((name) => name.replaceAll(' ', '-'));
const SEATS = ['seats', 'seats-noted', 'seats-wallet'];
const modeOf = (account: string) => (account === 'seats-wallet' ? 'WALLET' : 'CREDITS');
const groups = new Map<string, string>();
const compositeOf = async (account: string) =>
  (await listComposites(client, groups.get(account) ?? '')).find(({ status }) => status !== 'DRAFT');

beforeAll(async () => {
  client = service.sandbox;
  await client.setClock('2030-04-01T00:00:00Z');
  await client.must.post('/settings', {
    ...{ entityType: 'ORGANIZATION', entityId: 'default', namespace: 'PLATFORM', id: 'TAX_RATES' },
    ...{ name: 'Taxes', dataType: 'JSON', value: JSON.stringify([{ name: 'VAT', rate: '0.2' }]) },
  });
  [fee, seats] = [await sellFee(client, 'Fee'), await sellSeats(client, 'Seats')];
  const publish = async (name: string, card: CardTerms) =>
    plans.set(name, await publishPlan(client, { name, isOngoing: true, cards: [card] }));
  for (const [name, rate] of Object.entries({ fee: 30, dear: 60, cheap: 15 }))
    await publish(name, {
      ...{ type: 'FIXED_FEE', billableId: fee, timing: 'IN_ADVANCE', fee: { rate, isProrated: true } },
    });
  for (const refundMode of ['CREDITS', 'WALLET'] as const)
    for (const [name, rate] of Object.entries({ cheap: 30, dear: 60 })) {
      const terms: LicenseTerms = { slabs: [{ rate }], timing: 'IN_ADVANCE', refundMode };
      await publish(`${name} ${refundMode}`, licenseCard(seats, terms));
    }
  for (const account of [...FEES, ...SEATS]) await openAccount(client, account);
  for (const account of FEES.filter((each) => each.startsWith('member')))
    groups.set(account, await formGroup(client, { name: account, accounts: [account] }));
  for (const account of FEES) await edit(account, '2030-04-01', 'fee');
  for (const account of SEATS) {
    await setSeats(client, seats, { account, quantity: '10', from: '2030-04-01T00:00:00Z' });
    await edit(account, '2030-04-01', `cheap ${modeOf(account)}`);
    await pay(account);
  }
  await client.setClock('2030-04-02T12:00:00Z');
  await setStatus(await first('void-raised'), 'VOID');
  await setStatus(await first('again'), 'VOID');
  const { id } = await client.must.post(`/ext/v1/invoices/${(await first('again')).id}/reissue`, {});
  await setStatus({ id }, 'DUE');
  expect(await setStatus(await compositeOf('member-paid'), 'PAID')).toBe('done');

  await client.setClock('2030-04-11T00:00:00Z');
  for (const account of FEES.filter((each) => /raised/.test(each))) await edit(account, '2030-04-01', 'dear');
  await edit('lowered', '2030-04-01', 'cheap');
  for (const account of ['again', 'again-after', 'member', 'member-paid']) await edit(account, '2030-04-11');
  for (const account of SEATS) await edit(account, '2030-04-01', `dear ${modeOf(account)}`);
  // Whoever edits the timeline has billed what waits.
  for (const account of SEATS) await edit(account, '2030-05-01');
  for (const account of ['deeper', 'deeper-noted']) await edit(account, '2030-04-26');
  await client.setClock('2030-04-12T00:00:00Z');
  await note(await first('raised-noted'));
  await note(await first('deeper-noted'), { lineItems: [{ lineId: fee, amount: 3 }] });
  await edit('raised-gone', '2030-04-01');
  await note(await onTop('seats-noted'));
  for (const account of SEATS) await edit(account, '2030-04-01');
  await client.setClock('2030-04-21T00:00:00Z');
  for (const account of ['raised', 'raised-noted', 'deeper', 'deeper-noted'])
    await edit(account, '2030-04-21');
  await client.setClock('2030-04-27T00:00:00Z');
}, 240_000);

describe('a charge that another schedule has taken over', () => {
  it('gives back its first line first: 60 for April, of which 20 days are used', async () => {
    // The 30 on top are an invoice of their own; the 20 that are unused come off the first one.
    expect([await documentsOf('raised'), await balanceOf('raised')]).toEqual([
      ['ADHOC DUE 36', 'STAND DUE 36'],
      20,
    ]);
    // So the first one has 10 left, and the other one all of it.
    await note(await first('raised'));
    await note(await onTop('raised'));
    expect(await documentsOf('raised')).toEqual([
      ...['ADHOC PAID 36', 'CUSTO REFUND_COMPLETED -12', 'CUSTO REFUND_COMPLETED -36'],
      'STAND PARTIALLY_PAID 36',
    ]);
  });

  it('gives nothing back where a credit note has given more: 30 stay of 60, and 40 are used', async () => {
    expect(await documentsOf('raised-noted')).toEqual([
      'ADHOC DUE 36',
      'CUSTO REFUND_COMPLETED -36',
      'STAND PAID 36',
    ]);
    expect(await balanceOf('raised-noted')).toBe(0);
  });

  it('gives back each line where nothing is used, and then each invoice may be void', async () => {
    const account = 'raised-gone';
    expect([await documentsOf(account), await balanceOf(account)]).toEqual([
      ['ADHOC DUE 36', 'STAND DUE 36'],
      60,
    ]);
    expect(await setStatus(await onTop(account), 'VOID')).toBe('done');
    expect(await balanceOf(account)).toBe(30);
    expect(await setStatus(await first(account), 'VOID')).toBe('done');
    expect(await balanceOf(account)).toBe(0);
  });

  it.each([['raised-void'], ['lowered']])('keeps its first invoice from being void: %s', async (account) => {
    expect(await setStatus(await first(account), 'VOID')).toBe('INVOICE_CHARGE_TAKEN_OVER');
    expect((await first(account)).status).toBe('DUE');
    expect(await balanceOf(account)).toBe(account === 'lowered' ? 15 : 0);
    await note(await first(account));
    expect(await documentsOf(account)).toContain(
      account === 'lowered' ? 'CUSTO REFUND_COMPLETED -18' : 'CUSTO REFUND_COMPLETED -36',
    );
  });

  it('is charged anew by the schedule where its invoice was void before', async () => {
    expect(await documentsOf('void-raised')).toEqual(['STAND DUE 72', 'STAND VOID 36']);
  });
});

describe('days that are cut twice', () => {
  it('give back only what the second cut adds', async () => {
    expect([await documentsOf('deeper'), await balanceOf('deeper')]).toEqual([['STAND DUE 36'], 10]);
  });

  it('count a credit note once: 3 of the 10 unused days are noted', async () => {
    expect(await balanceOf('deeper-noted')).toBe(7);
  });
});

describe('an invoice that is made again', () => {
  it('gives back its own unused days', async () => {
    expect([await documentsOf('again'), await balanceOf('again')]).toEqual([
      ['STAND DUE 36', 'STAND VOID 36'],
      20,
    ]);
    const again = await ofType('again', 'STANDARD_ADVANCED', 'DUE');
    await note(again);
    expect(await documentsOf('again')).toContain('CUSTO REFUND_COMPLETED -12');
  });

  it('charges the used days where the void one was settled, and gives nothing back', async () => {
    expect(await balanceOf('again-after')).toBe(20);
    expect(await setStatus(await first('again-after'), 'VOID')).toBe('done');
    const { id } = await client.must.post(`/ext/v1/invoices/${(await first('again-after')).id}/reissue`, {});
    await setStatus({ id }, 'DUE');
    expect(await documentsOf('again-after')).toEqual(['STAND DUE 12', 'STAND VOID 36']);
    expect(await balanceOf('again-after')).toBe(0);
  });
});

describe('an invoice of a group', () => {
  it('takes the credits of its members back when it is void', async () => {
    expect(await balanceOf('member')).toBe(20);
    expect(await setStatus(await compositeOf('member'), 'VOID')).toBe('done');
    expect([await balanceOf('member'), (await first('member')).status]).toEqual([0, 'VOID']);
  });

  it('is refunded less what settlements gave its members', async () => {
    const composite = await compositeOf('member-paid');
    expect(await setStatus(composite, 'REFUND_INITIATED')).toBe('done');
    expect(await setStatus(composite, 'REFUND_COMPLETED')).toBe('done');
    const { metadata } = await compositeOf('member-paid');
    expect([metadata.refundedAmount, await balanceOf('member-paid')]).toEqual(['12', 20]); // 36 − 20 × 1.2
  });

  it('is not void while another schedule counts what a member was charged', async () => {
    expect(await setStatus(await compositeOf('member-raised'), 'VOID')).toBe('INVOICE_CHARGE_TAKEN_OVER');
    expect((await first('member-raised')).status).toBe('MERGED');
  });
});

/*
 * Ten seats for April are 300. From the 11th another plan asks for twice as much from the 1st on: 300 more,
 * on an invoice of its own. On the 12th nothing was ever used.
 */
describe('licences that came on top', () => {
  it('give back each line by a credit of its own', async () => {
    expect([await documentsOf('seats'), await balanceOf('seats')]).toEqual([
      ['ADHOC DUE 360', 'STAND PAID 360'],
      600,
    ]);
    expect(await setStatus(await onTop('seats'), 'VOID')).toBe('done');
    expect(await balanceOf('seats')).toBe(300);
  });

  it('give nothing back of a line that a credit note gave back', async () => {
    expect(await balanceOf('seats-noted')).toBe(300);
    expect(await documentsOf('seats-noted')).toEqual([
      ...['ADHOC PAID 360', 'CUSTO REFUND_COMPLETED -360', 'STAND PAID 360'],
    ]);
  });

  it('go back as money by a credit note of each line', async () => {
    expect(await documentsOf('seats-wallet')).toEqual([
      ...['ADHOC PAID 360', 'CUSTO REFUND_COMPLETED -360', 'CUSTO REFUND_COMPLETED -360', 'STAND PAID 360'],
    ]);
    // What was paid in: one note pays the invoice that nobody has paid.
    expect((await fundsOf(client, 'seats-wallet'))[0]).toBe(360);
  });
});

it('the books agree', async () => {
  expect(await findMismatches(service)).toEqual([]);
});

import { beforeAll, describe, expect, it, test } from 'vitest';
import { editTimeline, listInvoices, openAccount, publishPlan, sellFee } from '#test/billing-scenario.ts';
import { licenseCard, sellSeats, setSeats } from '#test/license-scenario.ts';
import { linesOf } from '#test/report-scenario.ts';
import { type Client, type Reply, useService } from '#test/running-app.ts';

const service = useService();
let client: Client;
let fee: string;
const JANUARY = { startDate: '2030-01-01T00:00:00Z', endDate: '2030-02-01T00:00:00Z' };

const bill = (accountId: string, members: object = {}): Promise<Reply['body']> => {
  const lineItems = [
    { id: 'work', description: 'Work', value: 100, billableId: fee },
    { id: 'hosting', description: 'Hosting', quantity: 2, valuePerQuantity: 30 },
  ];
  return client.must.post('/invoices', { accountId, status: 'DUE', ...JANUARY, lineItems, ...members });
};

interface Requested {
  accounts?: string[];
  name?: string;
  groupBy?: string;
  billable?: string;
  filter?: string;
}

/** `01: 160`: the months of the first quarter that have a value; in front the group when there is one. */
async function measure({ accounts, name = 'REVENUE', groupBy, billable, filter = 'BILLABLE_ID' }: Requested) {
  const filters = [
    ...(accounts ? [{ fieldName: 'ACCOUNT_ID', fieldValues: accounts }] : []),
    ...(billable ? [{ fieldName: filter, fieldValues: [billable] }] : []),
  ];
  const isFiltered = filters.length > 0;
  const requested = { ...(isFiltered && { filters }), ...(groupBy && { groupBy }) };
  const query = { id: 'q', name, aggregationPeriod: 'MONTH', ...requested };
  const range = { startTime: '2030-01-01T00:00:00Z', endTime: '2030-04-01T00:00:00Z' };
  const { results } = await client.must.post('/metrics', { ...range, metricQueries: [query] });
  return results[0].data.flatMap((row: Reply['body']) =>
    row.timestamps.flatMap((at: string, i: number) => {
      const group = row.groupedBy ? `${row.groupedBy.fieldValue} ` : '';
      return row.metricValues[i] === 0 ? [] : [`${group}${at.slice(5, 7)}: ${row.metricValues[i]}`];
    }),
  );
}

beforeAll(async () => {
  client = service.sandbox;
  await client.setClock('2030-01-01T00:00:00Z');
  await client.must.post('/ext/v1/organization/currencies', { currency: 'EUR', rate: 1.25 });
  await client.must.post('/settings', {
    ...{ entityType: 'ORGANIZATION', entityId: 'default', namespace: 'PLATFORM', id: 'TAX_RATES' },
    ...{ name: 'Taxes', dataType: 'JSON', value: JSON.stringify([{ name: 'VAT', rate: '0.2' }]) },
  });
  fee = await sellFee(client, 'Consulting');
  for (const account of ['plain', 'credited', 'noted', 'void', 'draft', 'long', 'again'])
    await openAccount(client, account);
  await openAccount(client, 'euro', { invoiceCurrency: 'EUR' });
  await client.setClock('2030-03-10T00:00:00Z');
});

describe('an invoice of manual lines', () => {
  it('counts before taxes and credits, on the last day of its period', async () => {
    await bill('plain');
    const terms = { purpose: 'Goodwill', effectiveFrom: '2030-01-01', priority: 1, creditAmount: 50 };
    await client.must.post('/credits', { creditRequests: [{ accountId: 'credited', ...terms }] });
    expect(await bill('credited')).toMatchObject({ totalAmount: 132 }); // (160 − 50) × 1.2
    await bill('long', { endDate: '2030-03-01T00:00:00Z' });
    expect(await measure({ accounts: ['plain'] })).toEqual(['01: 160']);
    expect(await measure({ accounts: ['credited'] })).toEqual(['01: 160']);
    expect(await measure({ accounts: ['long'] })).toEqual(['02: 160']);
    expect(await measure({ accounts: ['long'], name: 'REVENUE_FOR_CYCLE' })).toEqual([]); // of no cycle
  });

  it('counts for what its lines say was sold', async () => {
    expect(await measure({ accounts: ['plain'], groupBy: 'BILLABLE_ID' })).toEqual([`${fee} 01: 100`]);
    expect(await measure({ accounts: ['plain'], billable: fee })).toEqual(['01: 100']);
    expect(await measure({ accounts: ['plain'], billable: fee, filter: 'USAGE_METER_ID' })).toEqual([]);
    expect(await measure({ accounts: ['plain'], billable: 'another' })).toEqual([]);
  });

  it('counts when it is issued, with the charges that count, and not when it is void', async () => {
    const draft = await bill('draft', { status: 'DRAFT' });
    await client.must.put(`/invoices/${draft.id}/miscellaneous_charges`, {
      items: [
        { name: 'Setup', value: '12.5', considerForRevenue: true },
        { name: 'Tip', value: '3' },
      ],
    });
    expect(await measure({ accounts: ['draft'] })).toEqual([]);
    await client.must.patch(`/invoices/${draft.id}`, { status: 'DUE' });
    expect(await measure({ accounts: ['draft'] })).toEqual(['01: 172.5']);
    const gone = await bill('void');
    await client.must.patch(`/invoices/${gone.id}`, { status: 'VOID' });
    expect(await measure({ accounts: ['void'] })).toEqual([]);
    // 172.5 less 12.5 of the charge that counts and 40 of the work; the tip was none.
    const lineItems = [{ lineId: 'Setup' }, { lineId: 'Tip' }, { lineId: 'work', amount: 40 }];
    await client.must.post(`/ext/v1/invoices/${draft.id}/credit_notes`, { reason: 'Outage', lineItems });
    expect(await measure({ accounts: ['draft'] })).toEqual(['01: 120']);
  });

  it('less than nothing takes off, and so does a credit note, of the same line', async () => {
    const invoice = await bill('noted');
    const lineItems = [{ lineId: 'work', amount: 25 }, { lineId: 'hosting' }];
    await client.must.post(`/ext/v1/invoices/${invoice.id}/credit_notes`, { reason: 'Outage', lineItems });
    expect(await measure({ accounts: ['noted'] })).toEqual(['01: 75']); // 160 − 25 − 60
    expect(await measure({ accounts: ['noted'], groupBy: 'BILLABLE_ID' })).toEqual([`${fee} 01: 75`]);
    await bill('noted', { lineItems: [{ id: 'back', description: 'Back', value: -5 }] });
    expect(await measure({ accounts: ['noted'] })).toEqual(['01: 70']);
  });

  it('made again counts once', async () => {
    const { id } = await bill('again');
    await client.must.patch(`/invoices/${id}`, { status: 'VOID' });
    const second = await client.must.post(`/ext/v1/invoices/${id}/reissue`, {});
    await client.must.patch(`/invoices/${second.id}`, { status: 'DUE' });
    expect(await measure({ accounts: ['again'] })).toEqual(['01: 160']);
  });

  it('counts in the base currency, and for everybody', async () => {
    await bill('euro');
    expect(await measure({ accounts: ['euro', 'plain'], groupBy: 'ACCOUNT_ID' })).toEqual([
      'euro 01: 200', // 160 × 1.25
      'plain 01: 160',
    ]);
    // plain, credited, draft, noted, again and euro; long in February
    expect(await measure({})).toEqual([`01: ${160 + 160 + 120 + 70 + 160 + 200}`, '02: 160']);
  });

  it('is a source of reports, by the same words', async () => {
    const found = await linesOf(service, client, { reportTemplateId: 'REVENUE' });
    const rows = (account: string) =>
      found.flatMap((line) => {
        // Behind the account stand its name, its customer and the customer's name.
        const [month = '', owner, _name, _customer, _customerName, ...rest] = line.split(' | ');
        return owner === account ? [[month.slice(5, 7), ...rest].join(' | ')] : [];
      });
    expect(rows('euro').sort()).toEqual([
      '01 |  |  | EUR | 60 | 75',
      `01 | ${fee} | Consulting | EUR | 100 | 125`,
    ]);
    // 60 − 60 − 5, and 100 − 25
    expect(rows('noted').sort()).toEqual([
      '01 |  |  | USD | -5 | -5',
      `01 | ${fee} | Consulting | USD | 75 | 75`,
    ]);
    expect(rows('void')).toEqual([]);
  });
});

test('what unused licences were given back does not count again: their change has', async () => {
  const { sandbox } = await service.createOrganization('seats');
  client = sandbox;
  await sandbox.setClock('2030-01-01T00:00:00Z');
  const seats = await sellSeats(sandbox, 'Seats');
  for (const refundMode of ['CREDITS', 'WALLET', 'PAYMENT'] as const) {
    const card = licenseCard(seats, { slabs: [{ rate: 31 }], timing: 'IN_ADVANCE', refundMode });
    const planId = await publishPlan(sandbox, { name: refundMode, cards: [card] });
    await openAccount(sandbox, refundMode);
    await setSeats(sandbox, seats, { account: refundMode, quantity: '10', from: '2030-01-01T00:00:00Z' });
    await editTimeline(sandbox, refundMode, [{ planId, from: '2030-01-01', until: '2030-02-01' }]);
  }
  await sandbox.setClock('2030-01-20T12:00:00Z');
  for (const account of ['CREDITS', 'WALLET', 'PAYMENT'])
    await setSeats(sandbox, seats, { account, quantity: '4', from: '2030-01-20T12:00:00Z' });
  await sandbox.setClock('2030-02-10T00:00:00Z');
  const totals = (await listInvoices(sandbox, 'WALLET')).map(({ totalAmount }) => totalAmount);
  expect(totals).toContain(-66); // 6 × 11
  const [credits, wallet, payment] = await Promise.all(
    ['CREDITS', 'WALLET', 'PAYMENT'].map((account) => measure({ accounts: [account] })),
  );
  expect([wallet, payment]).toEqual([credits, credits]);
});

import { beforeAll, expect, test } from 'vitest';
import { openWaiting } from '#test/bill-run-scenario.ts';
import { use } from '#test/billing-scenario.ts';
import { formGroup } from '#test/group-scenario.ts';
import { type Client, type Reply, useService } from '#test/running-app.ts';

/*
 * Accounts pay 10 a month and 2 for each call, with two days of grace; the organization bills by runs. The
 * clock stands still in each test, so nothing computes the stored drafts meanwhile.
 */
const service = useService();
let client: Client;

beforeAll(async () => {
  client = await openWaiting(service, 'lists', ['one', 'two', 'member']);
  await client.setClock('2030-01-10T00:00:00Z');
});

const call = (account: string, amount: string, at = '2030-01-10T00:00:00Z') =>
  use(client, { meter: 'calls', account, at, amount });

/** Each invoice of a list beside the same members of its GET by id. */
async function compare(path: string): Promise<Reply['body'][]> {
  const { data } = await client.must.get(path);
  for (const listed of data) {
    const read = await client.must.get(`/invoices/${listed.id}`);
    const { pdfUrl: _, ...shown } = listed;
    expect(shown).toEqual(Object.fromEntries(Object.keys(shown).map((name) => [name, read[name]])));
  }
  return data;
}

const totals = (rows: Reply['body'][]) => rows.map(({ ownerId, totalAmount }) => `${ownerId} ${totalAmount}`);

test('usage since the last computation, and again with the next event', async () => {
  await call('one', '11.41');
  // 10 + 11.41 × 2
  expect(totals(await compare('/invoices?owner_id=one'))).toEqual(['one 32.82']);
  await call('one', '275');
  // 32.82 + 275 × 2
  expect(totals(await compare('/invoices?owner_id=one'))).toEqual(['one 582.82']);
  expect(totals(await compare('/invoices?status=DRAFT'))).toContain('one 582.82');
});

test('charges, credits, net terms and names that nobody has computed yet', async () => {
  const [draft] = (await client.must.get('/invoices?owner_id=two')).data;
  await client.must.put(`/invoices/${draft.id}/miscellaneous_charges`, {
    items: [{ name: 'Setup', value: '7.25' }],
  });
  expect(totals(await compare('/invoices?owner_id=two'))).toEqual(['two 17.25']);
  const credit = { purpose: 'gift', priority: 1, effectiveFrom: '2030-01-01', creditAmount: 4 };
  await client.must.post('/credits', { creditRequests: [{ accountId: 'two', ...credit }] });
  // 10 − 4 + 7.25: credits pay no charges.
  expect(totals(await compare('/invoices?owner_id=two'))).toEqual(['two 13.25']);
  await client.must.patch('/accounts/two', { name: 'Two & Sons', netTermDays: 45 });
  const [listed] = await compare('/invoices?owner_id=two');
  expect(listed).toMatchObject({ netTermDays: 45, invoiceDetails: { account: { name: 'Two & Sons' } } });
  expect(listed.generatedAt).toBe('2030-01-10T00:00:00.000Z');
});

test('the overview of an account', async () => {
  await call('one', '0.5');
  const { currentInvoice } = await client.must.get('/ext/v1/accounts/one/overview');
  // 582.82 + 0.5 × 2, and 11.41 + 275 + 0.5 calls
  expect(currentInvoice.totalAmount).toBe(583.82);
  expect(currentInvoice.usage[0].value).toBe(286.91);
});

test('the draft of a group', async () => {
  const group = await formGroup(client, { accounts: ['member'] });
  await client.must.post('/settings', {
    ...{ id: 'INVOICE_AUTO_ADVANCE', namespace: 'PLATFORM', name: 'Auto advance', dataType: 'STRING' },
    ...{ entityType: 'ACCOUNT', entityId: 'member', value: 'true' },
  });
  await client.setClock('2030-02-03T00:00:00Z');
  await compare(`/invoices?owner_id=${group}`);
  await compare('/invoices');
});

test('what waits for a bill run, and the entries of the run', async () => {
  const [draft] = (await client.must.get('/invoices/bill_runs?owner_id=one')).data;
  await client.must.put(`/invoices/${draft.id}/miscellaneous_charges`, {
    items: [{ name: 'Setup', value: '1.18' }],
  });
  // 583.82 + 1.18; 'two' of January as it was. The setting of 'member' let its draft be issued.
  const waiting = totals(await compare('/invoices/bill_runs?status=DRAFT')).sort();
  expect(waiting).toEqual(['one 585', 'two 13.25']);
  const { jobId } = await client.must.post('/invoices/bill_runs?require_confirmation=true');
  const entries = async () => {
    const { data } = await client.must.get(`/jobs/${jobId}/entries`);
    return data
      .map(({ status, customerId, accountId, amount, currency }: Reply['body']) =>
        [accountId, customerId, status, amount, currency].join(' '),
      )
      .sort();
  };
  expect(await entries()).toEqual(['one customer-one PENDING 585 USD', 'two customer-two PENDING 13.25 USD']);
  await client.must.post(`/jobs/${jobId}/confirm`);
  await client.settle();
  expect(await entries()).toEqual([
    'one customer-one COMPLETED 585 USD',
    'two customer-two COMPLETED 13.25 USD',
  ]);
  await compare('/invoices/bill_runs');
});

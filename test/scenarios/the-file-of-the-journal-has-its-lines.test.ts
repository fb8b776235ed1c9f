import { expect, it } from 'vitest';
import { openAccount } from '#test/billing-scenario.ts';
import { payInvoice } from '#test/payment-scenario.ts';
import { owe } from '#test/receivable-scenario.ts';
import { type Reply, useService } from '#test/running-app.ts';

const service = useService();
const HOSTILE = '=HYPERLINK("https://evil.example")';

it('a file of a month has every line with the numbers of the ledger, and no formula', async () => {
  const client = service.sandbox;
  await client.setClock('2030-01-31T10:00:00Z');
  await openAccount(client, 'acme');
  await client.must.post('/settings', {
    ...{ entityType: 'ORGANIZATION', entityId: 'default', namespace: 'PLATFORM' },
    ...{ id: 'LEDGER_ACCOUNTS', name: 'Chart', dataType: 'JSON' },
    value: JSON.stringify({ RECEIVABLES: { number: '10000', name: HOSTILE } }),
  });
  const { id } = await owe(client, 'acme', { amount: 100.5 });
  await payInvoice(client, { accountId: 'acme', invoiceId: id, amount: 40.25 });
  await client.setClock('2030-02-01T10:00:00Z');
  await owe(client, 'acme', { amount: 7 });
  const column = (columnName: string) => ({ columnName });
  const { id: reportId } = await client.must.post('/ext/v1/reports', {
    name: 'Journal of January',
    ...{ startTime: '2030-01-01T00:00:00Z', endTime: '2030-02-01T00:00:00Z' },
    queryInput: {
      baseDataSource: 'journal',
      selects: ['kind', 'ledger_number', 'ledger_name', 'debit', 'credit', 'currency'].map(column),
      sort: ['booked_at', 'line_id'].map((name) => ({ column: column(name), sortOrder: 'ASC' })),
      limit: 100_000,
    },
  });
  await client.settle();
  const { status, preSignedUrl } = await client.must.get(`/ext/v1/reports/${reportId}`);
  expect(status).toBe('COMPLETED');
  const { pathname, search } = new URL(preSignedUrl);
  const server = service.app.server as unknown as { inject(asked: object): Promise<{ payload: string }> };
  const { payload } = await server.inject({ method: 'GET', url: pathname + search });
  const lines = payload
    .replace(/^\uFEFF/, '')
    .trim()
    .split(/\r?\n/);
  const guarded = `'=HYPERLINK(""https://evil.example"")`;
  expect(lines).toEqual([
    '"kind","ledger_number","ledger_name","debit","credit","currency"',
    `"INVOICE_ISSUED","10000","${guarded}","100.5","0","USD"`,
    '"INVOICE_ISSUED","4090","Other revenue","0","100.5","USD"',
    `"PAYMENT","10000","${guarded}","0","40.25","USD"`,
    '"PAYMENT","1000","Payments received","40.25","0","USD"',
  ]);
  // The same lines as the list, in the same order.
  const listed = await client.must.get('/ext/v1/journal/lines?from=2030-01-01&to=2030-02-01');
  expect(listed.data.map(({ kind, debit, credit }: Reply['body']) => `${kind} ${debit} ${credit}`)).toEqual([
    'INVOICE_ISSUED 100.5 0',
    'INVOICE_ISSUED 0 100.5',
    'PAYMENT 0 40.25',
    'PAYMENT 40.25 0',
  ]);
});

import { expect, test } from 'vitest';
import { openWaiting } from '#test/bill-run-scenario.ts';
import { listInvoices } from '#test/billing-scenario.ts';
import { findMismatches } from '#test/find-mismatches.ts';
import { fundsOf, sendPayment } from '#test/payment-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();

/**
 * Whoever issues, pays, tops up, reverses and grants for one account at the same time waits for the others or
 * is told to try again: no money is lost, nothing is a fault, and the books agree.
 */
test('issuing, payments, top-ups, reversals and grants of one account do not hurt each other', async () => {
  const client = await openWaiting(service, 'busy', ['one']);
  await client.setClock('2030-03-03T00:00:00Z');
  const drafts = (await listInvoices(client, 'one')).filter(
    ({ endDate }) => endDate <= '2030-03-01T00:00:00.000Z',
  );
  expect(drafts).toHaveLength(2);
  const ids: string[] = drafts.map(({ id }) => id);
  const wallet = { type: 'WALLET_CREDIT' as const, order: 1 };
  const first = await sendPayment(client, { accountId: 'one', totalAmount: 7, records: [wallet] });
  const credit = { accountId: 'one', purpose: 'Goodwill', effectiveFrom: '2031-01-01', creditAmount: 1 };
  const grant = { creditRequests: [{ ...credit, priority: 1 }] };
  const round = () => [
    ...ids.map((id) => client.patch(`/invoices/${id}`, { status: 'DUE' })),
    ...ids.map((platformId) =>
      sendPayment(client, {
        ...{ accountId: 'one', totalAmount: 4 },
        records: [{ type: 'INVOICE', platformId, amount: 4, order: 1 }],
      }),
    ),
    ...ids.map((invoiceId) => client.post('/ext/v1/accounts/one/wallet/allocate', { invoiceId, amount: 1 })),
    client.post('/accounts/one/wallet_topup', { topupAmount: 1 }),
    client.post(`/ext/v1/payments/${first.body.id}/reverse`, { reason: 'At the same time' }),
    client.post('/credits', grant),
    client.settle().then(() => ({ status: 200 })),
  ];
  for (let turn = 0; turn < 3; turn++)
    for (const { status } of await Promise.all(round())) expect([200, 201, 400, 409]).toContain(status);
  await client.settle();

  const invoices = (await listInvoices(client, 'one')).filter(({ id }) => ids.includes(id));
  for (const { status } of invoices) expect(['PAID', 'PARTIALLY_PAID']).toContain(status);
  const { data: payments } = await client.must.get('/payments?account_id=one');
  const recorded = payments.filter(({ status }: { status: string }) => status === 'RECORDED');
  const received = recorded.reduce(
    (sum: number, { totalAmount }: { totalAmount: number }) => sum + totalAmount,
    3,
  );
  const [free, held] = await fundsOf(client, 'one');
  // What came in, with three top-ups of 1, is in the wallet or on the two invoices.
  expect(invoices.reduce((sum, { paidAmount }) => sum + paidAmount, free + held)).toBe(received);
  expect(await findMismatches(service, { organization: 'busy' })).toEqual([]);
});

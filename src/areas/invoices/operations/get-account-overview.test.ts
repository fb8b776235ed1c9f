import { beforeAll, describe, expect, it } from 'vitest';
import { editTimeline, openAccount, publishPlan, sellFee, sellUsage, use } from '#test/billing-scenario.ts';
import { addContact, enterPortal } from '#test/portal.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
const overviewOf = (id: string) => service.sandbox.get(`/ext/v1/accounts/${id}/overview`);

/** Two months of 10 and 2 for each unit: 14 for January, 10 for February, due 10 days after their end. */
beforeAll(async () => {
  const { sandbox } = service;
  await sandbox.setClock('2030-01-01T00:00:00Z');
  const [fee, meter] = [await sellFee(sandbox, 'Fee'), await sellUsage(sandbox, 'calls')];
  const planId = await publishPlan(sandbox, {
    name: 'Plan',
    cards: [
      { type: 'FIXED_FEE', billableId: fee, fee: { rate: 10 } },
      { type: 'USAGE', billableId: meter, usage: { model: 'TIERED', slabs: [{ rate: 2 }] } },
    ],
  });
  for (const id of ['acme', 'other']) {
    await openAccount(sandbox, id, { netTermDays: 10 });
    await editTimeline(sandbox, id, [{ planId, from: '2030-01-01' }]);
    await use(sandbox, { meter: 'calls', account: id, at: '2030-01-01T00:00:00Z', amount: '2' });
  }
  await sandbox.setClock('2030-03-01T00:00:00Z');
  await use(sandbox, { meter: 'calls', account: 'acme', at: '2030-03-01T00:00:00Z', amount: '1.5' });
  const credit = { purpose: 'gift', priority: 1, effectiveFrom: '2030-03-01', creditAmount: 20 };
  await sandbox.must.post('/credits', { creditRequests: [{ accountId: 'acme', ...credit }] });
  await sandbox.must.post('/settings', {
    ...{ id: 'WALLET_AUTO_NET_OFF', namespace: 'PLATFORM', name: 'Net off', dataType: 'STRING' },
    ...{ entityType: 'ACCOUNT', entityId: 'acme', value: 'false' },
  });
  await sandbox.must.post('/accounts/acme/wallet_topup', { topupAmount: 7.5 });
  await sandbox.settle();
});

describe('GET /ext/v1/accounts/{account_id}/overview', () => {
  it('200 with what is to be paid, what runs, and what there is to pay with', async () => {
    const { status, body } = await overviewOf('acme');
    expect(status).toBe(200);
    const { lastInvoices, currentInvoice, ...rest } = body;
    expect(rest).toEqual({
      account: { id: 'acme', name: 'Account acme', status: 'ACTIVE', customerId: 'customer-acme' },
      // January 10 + 2 × 2, which is overdue since 12 February; February 10.
      ...{ currency: 'USD', balanceDue: 24, overdueAmount: 14, openInvoices: 2 },
      nextDueDate: '2030-03-11T23:59:59.999Z',
      // The draft of March has 10 + 1.5 × 2 of the 20.
      credits: { availableBalance: 20, runningBalance: 7 },
      wallet: { balance: 7.5, holdAmount: 0, status: 'ACTIVE' },
    });
    expect(currentInvoice).toMatchObject({
      ...{ startDate: '2030-03-01T00:00:00.000Z', endDate: '2030-04-01T00:00:00.000Z', totalAmount: 0 },
      usage: [{ type: 'USAGE_METER_USAGE', units: 'USAGE_UNITS', value: 1.5 }],
    });
    const line = (invoice: Record<string, string>) =>
      `${invoice.sequenceId} ${invoice.status} ${invoice.totalAmount} ${invoice.dueDate}`;
    expect(lastInvoices.map(line)).toEqual([
      expect.stringMatching(/^2030-03-\d+ DUE 10 2030-03-11T23:59:59.999Z$/),
      expect.stringMatching(/^2030-02-\d+ DUE 14 2030-02-11T23:59:59.999Z$/),
    ]);
    expect((await fetchable(lastInvoices[0].pdfUrl)).status).toBe(200);
  });

  it('200 by the platform id too, and for an account without a plan or a wallet', async () => {
    const { platformAccountId } = await service.sandbox.must.get('/accounts/acme');
    expect((await overviewOf(platformAccountId)).body).toMatchObject({ balanceDue: 24 });
    await openAccount(service.sandbox, 'drafted', { status: 'DRAFT' });
    const { body } = await overviewOf('drafted');
    expect(body).toMatchObject({ balanceDue: 0, openInvoices: 0, lastInvoices: [] });
    expect(Object.keys(body)).not.toContain('wallet');
    expect(Object.keys(body)).not.toContain('currentInvoice');
  });

  it('200 with what is paid in part, and nothing of what is paid', async () => {
    const [open, overdue] = (await overviewOf('other')).body.lastInvoices;
    await service.sandbox.must.patch(`/invoices/${overdue.id}`, { status: 'PAID' });
    expect((await overviewOf('other')).body).toMatchObject({
      balanceDue: 10,
      overdueAmount: 0,
      openInvoices: 1,
    });
    await service.sandbox.must.post('/payments', {
      accountId: 'other',
      externalPaymentReference: { sourceName: 'Till', sourceType: 'CASH', transactionNumber: '1' },
      lineItemRecords: [{ type: 'INVOICE', platformId: open.id, amount: 3, order: 1 }],
      ...{ currency: 'USD', totalAmount: 3 },
    });
    expect((await overviewOf('other')).body).toMatchObject({ balanceDue: 7, openInvoices: 1 });
  });

  it('200 for a portal that is granted the account', async () => {
    await addContact(service.sandbox, {
      customer: 'customer-acme',
      email: 'p@example.com',
      access: { allAccounts: true },
    });
    const caller = service.sandbox;
    const portal = await enterPortal(service, { caller, organization: 'default', email: 'p@example.com' });
    expect((await portal.get('/ext/v1/accounts/acme/overview')).body.balanceDue).toBe(24);
    expect((await portal.get('/ext/v1/accounts/other/overview')).status).toBe(404);
  });

  it('404 for an account that does not exist', async () => {
    const { status, body } = await overviewOf('nobody');
    expect([status, body.message]).toEqual([404, 'account nobody not found']);
  });
});

function fetchable(url: string) {
  const { pathname, search } = new URL(url);
  return service.app.server.inject({ method: 'GET', url: pathname + search }).then(({ statusCode }) => ({
    status: statusCode,
  }));
}

import { setAutoAdvance } from '../bill-run-scenario.ts';
import {
  editTimeline,
  listInvoices,
  onlyInvoice,
  openAccount,
  publishPlan,
  sellFee,
  sellMeteredFeature,
  sellUsage,
  use,
} from '../billing-scenario.ts';
import { formGroup, listComposites, openPayer } from '../group-scenario.ts';
import { payInvoice, sendPayment } from '../payment-scenario.ts';
import type { Client } from '../running-app.ts';
import { say } from '../scripted-provider.ts';
import type { Story } from './story.ts';

const JANUARY = { from: '2030-01-01', until: '2030-02-01' };

/** Cycles, their invoices, credits in money and for features. */
export const invoiceStories: readonly Story[] = [
  {
    publishes: ['pricing_cycle.started', 'invoice.created', 'invoice.due', 'pricing_cycle.ended'],
    run: async (client) => {
      const invoice = await billJanuary(client, 10);
      const { data } = await client.must.get('/v2/accounts/a/schedules?mode=ACTIVE');
      const cycle = `${data[0].id}:2030-01-01T00:00:00Z`;
      return [cycle, invoice, invoice, cycle];
    },
  },
  {
    publishes: ['invoice.due', 'invoice.paid'],
    run: async (client) => {
      const invoice = await billJanuary(client, 0);
      return [invoice, invoice];
    },
  },
  {
    publishes: ['invoice.due', 'invoice.refunded', 'wallet.topped_up'],
    run: async (client) => {
      const invoice = await billJanuary(client, -12.5);
      return [invoice, invoice, 'a'];
    },
  },
  {
    publishes: ['invoice.due', 'invoice.refunded', 'invoice.partially_paid'],
    run: async (client) => {
      const invoice = await billJanuary(client, 10);
      const credited = { reason: 'Outage', amount: 4 };
      const note = await client.must.post(`/ext/v1/invoices/${invoice}/credit_notes`, credited);
      return [note.id, note.id, invoice];
    },
  },
  {
    publishes: ['invoice.finalizing', 'invoice.finalization_failed'],
    run: async (client, _, { callHooks }) => {
      await client.must.put('/ext/v1/finalization_hooks/TAX', { url: 'https://a.example/' });
      const invoice = await billJanuary(client, 10);
      // Nobody has the address, and a day later the service gives up.
      for (const hours of [0, 25]) await callHooks(Temporal.Now.instant().add({ seconds: 1, hours }));
      return [invoice, invoice];
    },
  },
  {
    publishes: ['invoice.overdue'],
    run: async (client) => {
      const invoice = await billJanuary(client, 10);
      const { dueDate } = await client.must.get(`/invoices/${invoice}`);
      await client.setClock(Temporal.Instant.from(dueDate).add({ hours: 1000 }).toString());
      return [invoice];
    },
  },
  {
    publishes: ['invoice.uncollectible'],
    run: async (client) => [await change(client, await billJanuary(client, 10), 'UN_COLLECTIBLE')],
  },
  {
    publishes: ['invoice.voided'],
    run: async (client) => [await change(client, await billJanuary(client, 10), 'VOID')],
  },
  {
    publishes: ['invoice.updated'],
    run: async (client) => {
      await openJanuary(client, 10);
      const { id } = await onlyInvoice(client, 'a');
      await client.must.patch(`/invoices/${id}`, { autoAdvance: false });
      return [id];
    },
  },
  {
    publishes: ['invoice.created', 'invoice.updated', 'invoice.due'],
    run: async (client) => {
      await openAccount(client, 'a');
      const { id } = await client.must.post('/invoices', {
        ...{ accountId: 'a', ownerType: 'ACCOUNT', status: 'DRAFT' },
        ...{ startDate: '2029-12-01T00:00:00Z', endDate: '2030-01-01T00:00:00Z' },
        lineItems: [{ description: 'Work', value: 5 }],
      });
      await client.must.patch(`/invoices/${id}`, { lineItems: [{ description: 'Work', value: 6 }] });
      await change(client, id, 'DUE');
      return [id, id, id];
    },
  },
  {
    publishes: ['invoice.updated', 'invoice.updated'],
    run: async (client) => {
      await openPayer(client, 'a', JANUARY);
      const group = await formGroup(client, { accounts: ['a'] });
      const typed = await client.must.post('/invoices', {
        ...{ accountId: group, ownerType: 'INVOICE_GROUP', status: 'DRAFT' },
        ...{ startDate: '2029-12-01T00:00:00Z', endDate: '2030-01-01T00:00:00Z' },
        lineItems: [{ description: 'Work', value: 5 }],
      });
      await client.setClock('2030-02-01T00:00:00Z');
      const composite = (await listComposites(client, group)).find(({ id }) => id !== typed.id);
      const items = [{ name: 'Postage', value: '3' }];
      for (const { id } of [typed, composite])
        await client.must.put(`/invoices/${id}/miscellaneous_charges`, { items });
      await client.setClock('2030-02-02T00:00:00Z');
      return [typed.id, composite.id];
    },
  },
  {
    publishes: ['invoice.created', 'invoice.due', 'invoice.updated', 'pricing_cycle.ended'],
    run: async (client) => {
      await openPayer(client, 'a', JANUARY);
      const group = await formGroup(client, { accounts: ['a'] });
      await client.setClock('2030-02-02T00:00:00Z');
      const [composite] = await listComposites(client, group);
      const { id: member } = await onlyInvoice(client, 'a');
      const { data } = await client.must.get('/v2/accounts/a/schedules?mode=ACTIVE');
      return [composite.id, composite.id, member, `${data[0].id}:2030-01-01T00:00:00Z`];
    },
  },
  {
    publishes: ['credit.granted', 'credit.consumed'],
    run: async (client) => {
      await openJanuary(client, 10);
      const id = await grant(client, {});
      await client.setClock('2030-02-01T00:00:00Z');
      return [id, id];
    },
  },
  {
    publishes: ['credit.expired'],
    run: async (client) => {
      await openAccount(client, 'a');
      const id = await grant(client, { effectiveUntil: '2030-01-02' });
      await client.setClock('2030-01-04T00:00:00Z');
      return [id];
    },
  },
  {
    publishes: ['credit.voided'],
    run: async (client) => {
      await openAccount(client, 'a');
      const id = await grant(client, {});
      await client.must.post(`/credits/${id}/void`);
      await client.settle();
      return [id];
    },
  },
  {
    publishes: ['entitlement.granted', 'entitlement.updated', 'entitlement.voided'],
    run: async (client) => {
      const feature = await sellMeteredFeature(client, 'Calls');
      const windows = [{ effectiveUntil: 'P1M', featureCreditLimit: 100 }];
      const entitlement = { windows, slabs: [{ rate: 1 }] };
      const cards = [{ type: 'BILLING_ENTITLEMENT' as const, billableId: feature, entitlement }];
      const planId = await publishPlan(client, { name: 'p', cards });
      await openAccount(client, 'a');
      await editTimeline(client, 'a', [{ planId, ...JANUARY }]);
      const path = `/accounts/a/features/${feature}/entries`;
      const { data } = await client.must.get(path);
      const entry = `${path}/${encodeURIComponent(data[0].id)}`;
      await client.must.patch(entry, { granted: 50 });
      await client.must.post(`${entry}/void`);
      return [`a/${feature}`, `a/${feature}`, `a/${feature}`];
    },
  },
  {
    publishes: ['payment.recorded', 'invoice.partially_paid', 'payment.reversed'],
    run: async (client) => {
      const invoiceId = await billJanuary(client, 10);
      const { ownerId: accountId } = await client.must.get(`/invoices/${invoiceId}`);
      const { id } = await payInvoice(client, { accountId, invoiceId, amount: 4 });
      await client.must.post(`/ext/v1/payments/${id}/reverse`, { reason: 'bounced' });
      return [id, invoiceId, id];
    },
  },
  {
    publishes: ['payment.recorded', 'invoice.paid', 'invoice.refund_initiated', 'invoice.refunded'],
    run: async (client) => {
      const invoiceId = await billJanuary(client, 10);
      for (const status of ['PAID', 'REFUND_INITIATED', 'REFUND_COMPLETED'])
        await client.must.patch(`/invoices/${invoiceId}`, { status });
      const { data } = await client.must.get('/payments');
      return [data[0].id, invoiceId, invoiceId, invoiceId];
    },
  },
  {
    publishes: ['invoice.due', 'payment.failed'],
    run: async (client) => {
      const { requestId, secret, invoiceId } = await requestJanuary(client);
      await say(client, secret, { requestId, status: 'FAILED', reason: 'Card declined' });
      await client.settle();
      return [invoiceId, requestId];
    },
  },
  {
    publishes: ['invoice.paid', 'invoice.refund_initiated', 'invoice.refund_failed'],
    run: async (client) => {
      const { requestId, secret, invoiceId } = await requestJanuary(client);
      await say(client, secret, { requestId, status: 'SUCCEEDED' });
      await client.settle();
      await client.must.patch(`/invoices/${invoiceId}`, { status: 'REFUND_INITIATED' });
      await client.settle();
      const { metadata } = await client.must.get(`/invoices/${invoiceId}`);
      const { refundId } = metadata.providerRefunds[0];
      await say(client, secret, { refundId, status: 'FAILED', reason: 'Too late' });
      await client.settle();
      return [invoiceId, invoiceId, invoiceId];
    },
  },
  {
    publishes: ['order.created', 'payment.failed', 'wallet.topup_failed'],
    run: async (client) => {
      const { secret } = await client.must.put('/ext/v1/payment_provider', WAITING);
      await openPayer(client, 'a', { rate: 10, until: '2030-02-01' });
      const terms = { enabled: true, threshold: '5', topupAmount: '20', maxPerDay: 1, maxPerMonth: 1 };
      await client.must.post('/settings', {
        ...{ id: 'WALLET_AUTO_TOPUP', namespace: 'PLATFORM', name: 'Top-up', dataType: 'JSON' },
        ...{ entityType: 'ACCOUNT', entityId: 'a', value: JSON.stringify(terms) },
      });
      await client.must.post('/accounts/a/wallet_topup', { topupAmount: 10 });
      await client.setClock('2030-02-01T00:00:00Z');
      const { data } = await client.must.get('/ext/v1/payment_requests?account_id=a');
      const { id: requestId, invoiceId } = data[0];
      await say(client, secret, { requestId, status: 'FAILED', reason: 'Card declined' });
      await client.settle();
      return [invoiceId, requestId, 'a'];
    },
  },
  {
    publishes: ['invoice.due', 'wallet.debited', 'invoice.partially_paid'],
    run: async (client) => {
      await openPayer(client, 'a', { rate: 10 });
      await client.must.post('/accounts/a/wallet_topup', { topupAmount: 4 });
      await client.setClock('2030-02-01T00:00:00Z');
      const { data } = await client.must.get('/invoices?owner_id=a&status=PARTIALLY_PAID');
      return [data[0].id, 'a', data[0].id];
    },
  },
  {
    publishes: ['payment.recorded', 'wallet.topped_up'],
    run: async (client) => {
      const invoiceId = await billJanuary(client, 10);
      const { ownerId: accountId } = await client.must.get(`/invoices/${invoiceId}`);
      // 4 of 14 are left for the wallet.
      const records = [{ type: 'INVOICE' as const, platformId: invoiceId, order: 1 }];
      const { body } = await sendPayment(client, { accountId, totalAmount: 14, records });
      return [body.id, accountId];
    },
  },
  {
    publishes: ['wallet.topped_up'],
    run: async (client) => {
      await openAccount(client, 'a');
      await client.must.post('/accounts/a/wallet_topup', { topupAmount: 25 });
      return ['a'];
    },
  },
  {
    publishes: ['job.waiting', 'job.completed', 'invoice.due'],
    run: async (client) => {
      const { id: owner } = await client.must.get('/ext/v1/organization');
      await setAutoAdvance(client, { entityType: 'ORGANIZATION', entityId: owner }, false);
      const invoice = await billJanuary(client, 10);
      const { jobId } = await client.must.post('/invoices/bill_runs?require_confirmation=true', {});
      await client.settle();
      await client.must.post(`/jobs/${jobId}/confirm`);
      await client.settle();
      return [jobId, jobId, invoice];
    },
  },
  {
    publishes: ['job.failed'],
    run: async (client) => {
      const { id: owner } = await client.must.get('/ext/v1/organization');
      await setAutoAdvance(client, { entityType: 'ORGANIZATION', entityId: owner }, false);
      const usage = { model: 'TIERED' as const, slabs: [{ rate: 1e18 }] };
      const card = { type: 'USAGE' as const, billableId: await sellUsage(client, 'calls'), usage };
      const planId = await publishPlan(client, { name: 'p', cards: [card] });
      await openAccount(client, 'a');
      await editTimeline(client, 'a', [{ planId, ...JANUARY }]);
      // 10^18 × 10^17 has 36 digits, more than any column holds.
      const amount = `1${'0'.repeat(17)}`;
      await use(client, { meter: 'calls', account: 'a', at: '2030-01-01T00:00:00Z', amount });
      await client.setClock('2030-02-02T00:00:00Z');
      const { jobId } = await client.must.post('/invoices/bill_runs', {});
      await client.settle();
      return [jobId];
    },
  },
];

/** An account with a monthly fee, for January only. */
async function openJanuary(client: Client, rate: number): Promise<void> {
  const billableId = await sellFee(client, 'Fee');
  const cards = [{ type: 'FIXED_FEE' as const, billableId, fee: { rate } }];
  const planId = await publishPlan(client, { name: 'p', cards });
  await openAccount(client, 'a');
  await editTimeline(client, 'a', [{ planId, ...JANUARY }]);
}

/** The id of the invoice of a past cycle. */
async function billJanuary(client: Client, rate: number): Promise<string> {
  await openJanuary(client, rate);
  await client.setClock('2030-02-02T00:00:00Z');
  return (await listInvoices(client, 'a'))[0].id;
}

const WAITING = { kind: 'SIMULATED', behaviour: 'WAIT' };

/** A past cycle, and the payment request for it; the provider waits for its script. */
async function requestJanuary(client: Client) {
  const { secret } = await client.must.put('/ext/v1/payment_provider', WAITING);
  const invoiceId = await billJanuary(client, 10);
  const { data } = await client.must.get(`/ext/v1/payment_requests?invoice_id=${invoiceId}`);
  return { requestId: data[0].id as string, secret: secret as string, invoiceId };
}

async function change(client: Client, id: string, status: string): Promise<string> {
  await client.must.patch(`/invoices/${id}`, { status });
  await client.settle();
  return id;
}

async function grant(client: Client, more: object): Promise<string> {
  const requested = { accountId: 'a', purpose: 'Goodwill', creditAmount: 10, priority: 1 };
  const creditRequests = [{ ...requested, effectiveFrom: '2030-01-01', ...more }];
  const [credit] = await client.must.post('/credits', { creditRequests });
  await client.settle();
  return credit.id;
}

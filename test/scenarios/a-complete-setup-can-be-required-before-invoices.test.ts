import { beforeAll, expect, test } from 'vitest';
import { openAccount } from '#test/billing-scenario.ts';
import { orgOf } from '#test/invoice-rows.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
const SETTINGS = '/ext/v1/organization/settings';
const SELLERS = '/ext/v1/organization/seller_entities';
let invoiceId: string;

beforeAll(async () => {
  await openAccount(service.production, 'acme');
  await service.production.must.patch('/ext/v1/organization', {
    ...{ name: 'Initech', address: { line1: '1 Main Street', city: 'Springfield', country: 'US' } },
  });
  await service.production.must.patch(SETTINGS, {
    settings: [{ id: 'SETUP_CHECKLIST', value: 'COMPLETE' }],
  });
  const { id } = await service.production.must.post('/invoices', {
    ...{ accountId: 'acme', status: 'DRAFT', autoAdvance: true },
    ...{ startDate: '2020-01-01T00:00:00Z', endDate: '2020-02-01T00:00:00Z' },
    lineItems: [{ description: 'Consulting', value: 7.5 }],
  });
  invoiceId = id;
});

/** What a worker does by itself, now. */
async function work(): Promise<void> {
  await service.app.scheduledWork.runUntil(await orgOf(service, 'production'), Temporal.Now.instant());
}

const status = async () => (await service.production.must.get(`/invoices/${invoiceId}`)).status;
const checklist = (environment: 'production' | 'sandbox' = 'production') =>
  service[environment].must.get('/ext/v1/organization/setup_checklist');
const missing = async () => {
  const { items } = await checklist();
  return items.filter((each: { isDone: boolean }) => !each.isDone).map((each: { item: string }) => each.item);
};

test('a draft that is due waits, and says everything that is missing', async () => {
  await work();
  const { info } = await service.production.must.get(`/invoices/${invoiceId}`);
  expect(await status()).toBe('DRAFT');
  expect(info.map(({ type }: { type: string }) => type)).toEqual(Array(4).fill('ORGANIZATION_INCOMPLETE'));
  expect(await missing()).toEqual(['TAX_ID', 'NET_TERMS', 'LOGO', 'SENDER']);
  expect(await checklist()).toMatchObject({ canIssue: false, isComplete: false });
});

test('what is set is no longer missing, whether the seller or the organization has it', async () => {
  const { must } = service.production;
  await must.patch('/ext/v1/organization', { primaryEmail: 'billing@initech.example' });
  await must.post(SELLERS, { name: 'Initech Inc.', taxIds: [{ name: 'VAT', value: 'US-1' }] });
  await must.patch(SETTINGS, { settings: [{ id: 'NET_TERM_DAYS', value: '0' }] });
  await work();
  expect([await missing(), await status()]).toEqual([['LOGO'], 'DRAFT']);
});

test('with less required, the draft is issued at once', async () => {
  const { must } = service.production;
  await must.patch(SETTINGS, { settings: [{ id: 'SETUP_CHECKLIST', value: null }] });
  expect(await checklist()).toMatchObject({ canIssue: true, isComplete: false });
  await work();
  expect(await status()).toBe('DUE');
});

test('a sandbox shows what is missing, and issues without it', async () => {
  await service.sandbox.must.patch(SETTINGS, { settings: [{ id: 'SETUP_CHECKLIST', value: 'COMPLETE' }] });
  const { canIssue, isComplete, items } = await checklist('sandbox');
  expect([canIssue, isComplete, items.length]).toEqual([true, false, 6]);
});

import { beforeAll, expect, it } from 'vitest';
import { createAlert, incidentLines } from '#test/alert-scenario.ts';
import { openAccount } from '#test/billing-scenario.ts';
import { sendPayment } from '#test/payment-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
const client = () => service.sandbox;
const at = (time: string) => client().setClock(`2030-01-01T${time}:00Z`);
const [open, closed] = ['ACTIVE v1', 'CLOSED v1'];

beforeAll(async () => {
  await client().setClock('2030-01-01T00:00:00Z');
  await openAccount(client(), 'acme');
  await openAccount(client(), 'later', { status: 'DRAFT' });
});

const watch = (accountId: string) =>
  createAlert(client(), {
    ...{ alertTemplateId: 'WALLET_BALANCE', ownerDetails: { accountId } },
    parameters: { threshold: 50 },
  });
const topUp = (topupAmount: number) => client().must.post('/accounts/acme/wallet_topup', { topupAmount });

it('fires while less than the threshold is free, and ends with more', async () => {
  await topUp(50);
  const alert = await watch('acme');
  await at('00:30'); // 50 is not below 50
  expect(await incidentLines(client(), alert)).toEqual([]);
  const line = { description: 'Work', value: 10 };
  const draft = await client().must.post('/invoices', {
    ...{ accountId: 'acme', status: 'DRAFT', lineItems: [line] },
    ...{ startDate: '2030-01-01T00:00:00Z', endDate: '2030-02-01T00:00:00Z' },
  });
  // 10 are paid for the draft: they come into the wallet, and are held.
  const records = [{ type: 'INVOICE' as const, platformId: draft.id, amount: 10, order: 1 }];
  await sendPayment(client(), { accountId: 'acme', totalAmount: 10, records });
  await at('01:00'); // 60 less 10 that are held
  expect(await incidentLines(client(), alert)).toEqual([]);
  const bill = await client().must.post('/invoices', {
    ...{ accountId: 'acme', status: 'DUE', lineItems: [{ ...line, value: 0.01 }] },
    ...{ startDate: '2029-12-01T00:00:00Z', endDate: '2030-01-01T00:00:00Z' },
  });
  await client().settle();
  expect((await client().must.get(`/invoices/${bill.id}`)).status).toBe('PAID');
  await at('01:30'); // 50 − 0.01
  expect(await incidentLines(client(), alert)).toEqual([`01-01T01:30 ${open} 49.99 checked 01-01T01:30`]);
  await topUp(0.01);
  await at('02:00');
  expect(await incidentLines(client(), alert)).toEqual([`01-01T01:30 ${closed} 49.99 checked 01-01T01:30`]);
});

it('says nothing of an account that has no wallet yet', async () => {
  const alert = await watch('later');
  await at('02:30');
  expect(await incidentLines(client(), alert)).toEqual([]);
  await client().must.patch('/accounts/later', { status: 'ACTIVE' });
  await at('03:00');
  expect(await incidentLines(client(), alert)).toEqual([`01-01T03:00 ${open} 0 checked 01-01T03:00`]);
});

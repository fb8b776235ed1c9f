import { openAccount, publishPlan, sellFee } from '../billing-scenario.ts';
import type { Client } from '../running-app.ts';
import type { Story } from './story.ts';

const CUSTOMER = { id: 'c', name: 'Acme', primaryEmail: 'a@b.c', address: {} };

/** Customers, accounts and plans. */
export const catalogStories: readonly Story[] = [
  {
    publishes: ['customer.created', 'customer.updated', 'customer.archived'],
    run: async (client) => {
      await client.must.post('/customers', CUSTOMER);
      await client.must.patch('/customers/c', { name: 'Acme Ltd' });
      await client.must.delete('/customers/c');
      return ['c', 'c', 'c'];
    },
  },
  {
    publishes: ['customer.created', 'account.created'],
    run: async (client) => {
      await client.must.post('/customers', { ...CUSTOMER, account: { id: 'a', name: 'Acme' } });
      return ['c', 'a'];
    },
  },
  {
    publishes: ['account.created', 'account.activated', 'account.updated', 'account.archived'],
    run: async (client) => {
      await openAccount(client, 'a', { status: 'DRAFT' });
      await client.must.patch('/accounts/a', { status: 'ACTIVE' });
      await client.must.patch('/accounts/a', { name: 'A Ltd' });
      await client.must.delete('/accounts/a');
      await client.settle();
      return ['a', 'a', 'a', 'a'];
    },
  },
  {
    publishes: ['account.updated'],
    run: async (client) => {
      await openAccount(client, 'a');
      await client.must.post('/accounts/a/add_aliases', { aliases: ['other'] });
      return ['a'];
    },
  },
  {
    publishes: ['account.archived', 'customer.archived'],
    run: async (client) => {
      await openAccount(client, 'a');
      await client.must.delete('/customers/customer-a');
      await client.settle();
      return ['a', 'customer-a'];
    },
  },
  {
    publishes: ['price_plan.created'],
    run: async (client) => {
      const fee = await sellFee(client, 'Fee');
      return [await publishPlan(client, { name: 'p', cards: [{ type: 'FIXED_FEE', billableId: fee }] })];
    },
  },
  {
    publishes: ['price_plan.created'],
    run: async (client) => [(await client.must.post('/price_plans', await planOfV1(client))).id],
  },
];

async function planOfV1(client: Client) {
  const rateValues = [{ currency: 'USD', rate: 1 }];
  const fixedFeeRateCards = [{ id: await sellFee(client, 'Fee'), rateValues, enableProration: false }];
  const pricePlanDetails = { supportedCurrencies: ['USD'], fixedFeeRateCards };
  return { name: 'Once', type: 'PURCHASE', pricePlanDetails };
}

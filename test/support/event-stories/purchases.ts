import { openAccount, sellFee, sellMeteredFeature } from '../billing-scenario.ts';
import { buy, publishBundle, sellCreditAddOn, settleOrder } from '../purchase-scenario.ts';
import type { Client } from '../running-app.ts';
import type { Story } from './story.ts';

/** Purchases, proposals, orders, and their grants. */
export const purchaseStories: readonly Story[] = [
  {
    publishes: [
      ...(['purchase.created', 'order.created', 'order.paid', 'purchase.succeeded'] as const),
      ...(['credit.granted', 'entitlement.granted', 'invoice.due', 'invoice.paid'] as const),
    ],
    run: async (client) => {
      const { plan, feature } = await sellBundle(client);
      const bought = await buy(client, 'a', { pricePlanId: plan });
      await settleOrder(client, bought, 'PAID');
      const { data } = await client.must.get('/credits?account_id=a');
      const { id, invoiceId } = bought;
      return [id, invoiceId, invoiceId, id, data[0].id, `a/${feature}`, invoiceId, invoiceId];
    },
  },
  {
    publishes: ['purchase.failed', 'invoice.uncollectible'],
    run: async (client) => {
      const { plan } = await sellBundle(client);
      const bought = await buy(client, 'a', { pricePlanId: plan });
      await settleOrder(client, bought, 'UN_COLLECTIBLE');
      return [bought.id, bought.invoiceId];
    },
  },
  {
    publishes: ['purchase.failed', 'invoice.voided'],
    run: async (client) => {
      const { plan } = await sellBundle(client);
      const bought = await buy(client, 'a', { pricePlanId: plan });
      await settleOrder(client, bought, 'VOID');
      return [bought.id, bought.invoiceId];
    },
  },
  {
    publishes: [
      'proposal.created',
      'proposal.approved',
      'purchase.succeeded',
      'invoice.created',
      'invoice.due',
    ],
    run: async (client) => {
      const id = await propose(client, {});
      await client.must.post(`/purchase_proposals/${id}/update_status`, { status: 'APPROVE' });
      await client.settle();
      const { invoiceId } = await client.must.get(`/purchases/${id}`);
      return [id, id, id, invoiceId, invoiceId];
    },
  },
  {
    publishes: ['proposal.declined'],
    run: async (client) => {
      const id = await propose(client, {});
      await client.must.post(`/purchase_proposals/${id}/update_status`, { status: 'DECLINE' });
      await client.settle();
      return [id];
    },
  },
  {
    publishes: ['proposal.expired'],
    run: async (client) => {
      const id = await propose(client, { expiryDate: '2030-01-05T12:00:00Z' });
      await client.setClock('2030-01-06T00:00:00Z');
      return [id];
    },
  },
];

/** An account, and a purchasable plan: credits for a feature, credits in money and a fee. */
async function sellBundle(client: Client) {
  await openAccount(client, 'a');
  const feature = await sellMeteredFeature(client, 'Calls');
  const plan = await publishBundle(client, {
    name: 'Bundle',
    features: { [feature]: { rate: 1, windows: [{ until: 'P20D', limit: 100 }] } },
    credits: { [await sellCreditAddOn(client, 'Credit')]: { rate: 5, priceType: 'FLAT', amount: 40 } },
    fees: { [await sellFee(client, 'Set-up')]: 50 },
  });
  return { plan, feature };
}

async function propose(client: Client, more: object): Promise<string> {
  const { plan } = await sellBundle(client);
  const offer = { type: 'ENTITLEMENT_GRANT', pricePlanId: plan, paymentMode: 'POSTPAID', ...more };
  return (await client.must.post('/accounts/a/purchase_proposals', offer)).id;
}

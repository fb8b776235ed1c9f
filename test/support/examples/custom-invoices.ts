import type { ExampleRequest } from '../example-requests.ts';
import type { World } from '../example-world.ts';

const typed = ({ ids }: World) => ({
  ...{ accountId: ids.account_id, ownerType: 'ACCOUNT', status: 'DRAFT', idempotencyKey: 'typed-1' },
  ...{ startDate: '2029-12-01T00:00:00Z', endDate: '2030-01-01T00:00:00Z' },
  ...{ autoAdvance: false, applyCredits: true, applyWalletBalance: true },
  lineItems: [
    { id: 'work', description: 'Work', quantity: 2, valuePerQuantity: 1.5, billableId: ids.usage_meter_id },
    { description: 'Discount', value: -1.25 },
  ],
});

async function issue(world: World): Promise<void> {
  const { idempotencyKey: _, ...issued } = { ...typed(world), status: 'DUE' };
  world.ids.invoice_id = (await world.client.must.post('/invoices', issued)).id;
}

export const customInvoiceExamples: Record<string, (world: World) => ExampleRequest> = {
  createCustomInvoice: (world) => ({ body: typed(world) }),
  previewRefund: (world) => ({ prepare: () => issue(world), body: { amount: 0.5 } }),
  createCreditNote: (world) => ({
    prepare: () => issue(world),
    body: { reason: 'Outage', lineItems: [{ lineId: 'work', amount: 0.5 }], idempotencyKey: 'note-1' },
  }),
  previewCreditNote: (world) => ({
    prepare: async () => {
      const { idempotencyKey: _, ...issued } = { ...typed(world), status: 'DUE' };
      world.ids.invoice_id = (await world.client.must.post('/invoices', issued)).id;
    },
    body: { reason: 'Outage', lineItems: [{ lineId: 'work', amount: 0.5 }] },
  }),
  reissueInvoice: (world) => ({
    prepare: async () => {
      const { id } = await world.client.must.post('/invoices', typed(world));
      await world.client.must.patch(`/invoices/${id}`, { status: 'VOID' });
      world.ids.invoice_id = id;
    },
  }),
  deleteInvoice: (world) => ({
    prepare: async () => {
      world.ids.invoice_id = (await world.client.must.post('/invoices', typed(world))).id;
    },
  }),
};

import type { ExampleRequest } from '../example-requests.ts';
import type { World } from '../example-world.ts';
import type { Client } from '../running-app.ts';

const GROUP = {
  ...{ name: 'Holding', email: 'bills@example.com', dailyInvoiceConsolidation: true },
  ...{ netTermDays: 30, gracePeriod: 2, address: { line1: '1 Main Street', country: 'US' } },
};

export const invoiceGroupExamples: Record<string, (world: World) => ExampleRequest> = {
  createInvoiceGroup: ({ ids }) => ({ body: { ...GROUP, accountIds: [ids.account_id] } }),
  updateInvoiceGroup: () => ({ body: { ...GROUP, name: 'Renamed' } }),
  addInvoiceGroupAccounts: ({ ids }) => ({ body: { accountIds: [ids.account_id] } }),
  removeInvoiceGroupAccounts: ({ ids }) => ({ body: { accountIds: [`${ids.account_id}-grouped`] } }),
};

/** A group with an account of its own, so that the other account's invoices stay separate. */
export async function groupAccount(client: Client, name: string): Promise<string> {
  const account = { id: `${name}-grouped`, name: 'Grouped', customerId: `customer-${name}` };
  await client.must.post('/accounts', account);
  return (await client.must.post('/invoice_groups', { ...GROUP, accountIds: [account.id] })).id;
}

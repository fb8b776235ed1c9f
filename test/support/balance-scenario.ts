import type { Client } from './running-app.ts';

/** Helpers for scenarios with credits and wallets. */

interface LineTerms {
  id: string;
  value: number;
  billableId?: string;
}

/** A manual draft of January 2030; returns its id. */
export async function draftOf(client: Client, accountId: string, lines: LineTerms[]): Promise<string> {
  const { id } = await client.must.post('/invoices', {
    ...{ accountId, status: 'DRAFT', startDate: '2030-01-01T00:00:00Z', endDate: '2030-02-01T00:00:00Z' },
    lineItems: lines.map((line) => ({ description: line.id, ...line })),
  });
  return id;
}

/** A credit that pays invoices of December 2029; returns its id. */
export async function grantForDecember(client: Client, accountId: string): Promise<string> {
  const terms = { purpose: 'Goodwill', effectiveFrom: '2029-12-01', creditAmount: 1000, priority: 1 };
  const [{ id }] = await client.must.post('/credits', { creditRequests: [{ accountId, ...terms }] });
  return id;
}

/** In no group, which would merge its invoices. */
export const SPENDER = 'spender';

/** Money that comes into the wallet of `SPENDER`, and pays an invoice. */
export async function spendFromWallet(client: Client): Promise<void> {
  await client.must.post(`/accounts/${SPENDER}/wallet_topup`, { topupAmount: 1 });
  const { id } = await client.must.post('/invoices', {
    ...{ accountId: SPENDER, status: 'DUE', applyWalletBalance: false },
    ...{ startDate: '2029-12-01T00:00:00Z', endDate: '2030-01-01T00:00:00Z' },
    lineItems: [{ description: 'Work', value: 1 }],
  });
  await client.must.post(`/ext/v1/accounts/${SPENDER}/wallet/allocate`, { invoiceId: id });
}

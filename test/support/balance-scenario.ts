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

import pg from 'pg';
import type { Client, Reply, Service } from './running-app.ts';

/** Helpers for scenarios with mails. */

let made = 0;

/** A customer whose account has a different id; returns the account's. */
export async function openReader(
  client: Client,
  terms: { name?: string; email?: string; account?: Record<string, unknown> } = {},
): Promise<string> {
  made += 1;
  const { name = 'Acme', email = 'pay@acme.example', account = {} } = terms;
  const customerId = `reader-${made}`;
  await client.must.post('/customers', { id: customerId, name, primaryEmail: email, address: {} });
  const id = `account-${made}`;
  await client.must.post('/accounts', {
    id,
    name: `Account of ${name}`.slice(0, 200),
    customerId,
    ...account,
  });
  return id;
}

/** An account whose customer predates the check of addresses, and has no usable one. */
export async function openUnreachable(service: Service, client: Client): Promise<string> {
  const id = await openReader(client);
  const owner = new pg.Client({ connectionString: service.databaseUrl });
  await owner.connect();
  const customer = 'select customer_id from accounts where id = $1';
  await owner.query(`update customers set primary_email = 'nobody' where id in (${customer})`, [id]);
  await owner.end();
  return id;
}

/** Issues a manual invoice, so that its PDF is stored; returns the invoice. */
export async function issueManual(
  client: Client,
  accountId: string,
  terms: { total?: number; ownerType?: 'INVOICE_GROUP' } = {},
): Promise<Reply['body']> {
  const { total = 119.5, ownerType } = terms;
  const { now } = await client.must.get('/ext/v1/clock').catch(() => ({ now: new Date().toISOString() }));
  const { id } = await client.must.post('/invoices', {
    ...{ accountId, ...(ownerType && { ownerType }), status: 'DUE' },
    startDate: new Date(Date.parse(now) - 86_400_000).toISOString(),
    endDate: now,
    lineItems: [{ description: 'Work', value: total }],
  });
  await client.settle();
  return client.must.get(`/invoices/${id}`);
}

/** The mails of an invoice, newest first. */
export async function mailsOf(client: Client, invoiceId: string): Promise<Reply['body'][]> {
  return (await client.must.get(`/ext/v1/mails?invoice_id=${invoiceId}`)).data;
}

/** The stored PDF of an invoice, byte for byte. */
export async function pdfOf(
  client: Client,
  service: { app: { server: unknown } },
  id: string,
): Promise<Buffer> {
  const { pdfUrl } = await client.must.get(`/invoices/${id}`);
  const { pathname, search } = new URL(pdfUrl);
  const server = service.app.server as { inject(requested: object): Promise<{ rawPayload: Buffer }> };
  return (await server.inject({ method: 'GET', url: pathname + search })).rawPayload;
}

import { openAccount } from './billing-scenario.ts';
import { sendPayment } from './payment-scenario.ts';
import { addPerson, type Person } from './people.ts';
import type { Client, Reply, Service } from './running-app.ts';

/** Two people and what they need to approve each other's requests, in the sandbox of an organization. */
export interface Office {
  organization: string;
  ann: Person;
  bob: Person;
  /** Of the first API key, of which nobody is known to hold the secret. */
  program: Client;
}

interface Rule {
  kind: 'FINALIZATION' | 'REFUND' | 'DELETION';
  limits?: { currency: string; amount: number }[];
}

/** An organization with two administrators, whose clock stands at the beginning of March 2030. */
export async function openOffice(service: Service, organization: string): Promise<Office> {
  const { sandbox: program } = await service.createOrganization(organization);
  await program.setClock('2030-03-01T00:00:00Z');
  const ann = await addPerson(service, { organization, name: 'Ann Example' });
  const bob = await addPerson(service, { organization, name: 'Bob Sample' });
  return { organization, ann, bob, program };
}

/** Sets the policy as Ann, and approves it as Bob if that is needed. */
export async function setPolicy(
  { ann, bob }: Pick<Office, 'ann' | 'bob'>,
  rules: Rule[],
  exemptApiKeyIds: string[] = [],
): Promise<void> {
  const reply = await ann.sandbox.put('/ext/v1/approval_policy', { rules, exemptApiKeyIds });
  if (reply.status === 200) return;
  await bob.sandbox.must.post(`/ext/v1/approvals/${idOf(reply)}/approve`);
}

/** The id of the approval for which a request waits. */
export function idOf({ headers, status, text }: Reply): string {
  const id = headers['approval-id'];
  if (typeof id !== 'string') throw new Error(`the request does not wait: ${status} ${text}`);
  return id;
}

/** `409 APPROVAL_REQUIRED`: status and code. */
export function outcomeOf({ status, headers }: Reply): string {
  return [status, headers['error-code']].filter(Boolean).join(' ');
}

/** An issued invoice with one line, of February 2030. */
export async function issue(
  client: Client,
  accountId: string,
  { value = 100, ...members }: { value?: number } & Record<string, unknown> = {},
): Promise<Reply['body']> {
  return client.must.post('/invoices', draftOf(accountId, { value, status: 'DUE', ...members }));
}

/** The body of a manual invoice. */
export function draftOf(accountId: string, { value = 100, ...members }: Record<string, unknown> = {}) {
  return {
    ...{ accountId, startDate: '2030-02-01T00:00:00Z', endDate: '2030-03-01T00:00:00Z' },
    lineItems: [{ id: 'work', description: 'Work', value }],
    ...members,
  };
}

/** An account with a paid invoice; returns the invoice and the payment. */
export async function openPaid(
  client: Client,
  accountId: string,
  value = 100,
): Promise<{ invoice: Reply['body']; payment: Reply['body'] }> {
  await openAccount(client, accountId);
  const invoice = await issue(client, accountId, { value });
  const records = [{ type: 'INVOICE', platformId: invoice.id, amount: value, order: 1 } as const];
  const { body: payment } = await sendPayment(client, { accountId, totalAmount: value, records });
  await client.settle();
  return { invoice, payment };
}

import pg from 'pg';
import { addContact } from './portal.ts';
import type { Client, Reply, Service } from './running-app.ts';

/** Helpers for tests of portal logins; the organization is always `default`. */

export const PASSWORD = 'green heron 71';

/** A customer with an account and a contact who has a password and access to all of it. */
export async function openLogin(
  caller: Client,
  name: string,
  terms: { email?: string; password?: string; loginAccess?: boolean } = {},
): Promise<{ email: string; customer: string; path: string }> {
  const { email = `${name}@acme.example`, password = PASSWORD, loginAccess = true } = terms;
  const account = { id: `account-${name}`, name, invoiceCurrency: 'USD' };
  const customer = `customer-${name}`;
  const known = { name, primaryEmail: 'a@b.example', address: {} };
  await caller.must.post('/customers', { id: customer, ...known, account });
  const access = { allAccounts: true };
  const username = await addContact(caller, { customer, email, access, password, loginAccess });
  return { email, customer, path: `/ext/v1/customers/${customer}/contacts/${username}` };
}

type Address = { remoteAddress?: string; headers?: Record<string, string> };

/** Without a credential, from the given network address if any. */
export async function sendAnonymous(
  service: Service,
  path: string,
  { remoteAddress, headers, ...body }: Address & Record<string, unknown>,
): Promise<Reply> {
  const response = await service.app.server.inject({
    method: 'POST',
    url: `/sandbox/ext/v1/portal/${path}`,
    headers: { 'content-type': 'application/json', ...headers },
    payload: JSON.stringify(body),
    ...(remoteAddress && { remoteAddress }),
  });
  return {
    status: response.statusCode,
    body: JSON.parse(response.body),
    text: response.body,
    headers: response.headers,
  };
}

export function logIn(service: Service, sent: Address & { email: string } & Record<string, unknown>) {
  return sendAnonymous(service, 'login', { organizationId: 'default', password: PASSWORD, ...sent });
}

/** Moves counters and mailed codes into the past by some minutes. */
export async function passMinutes(service: Service, minutes: number): Promise<void> {
  const owner = new pg.Client({ connectionString: service.databaseUrl });
  await owner.connect();
  const past = `interval '${minutes} minutes'`;
  await owner.query(
    `update portal_attempts set tries = array(select at - ${past} from unnest(tries) as tried (at))`,
  );
  await owner.query(`update portal_password_tokens set expires_at = expires_at - ${past}`);
  await owner.end();
}

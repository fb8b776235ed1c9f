import { passStopwatch } from './pass-stopwatch.ts';
import { type Client, client, type Service } from './running-app.ts';

/** Helpers for portal tests. */

export interface ContactTerms {
  customer: string;
  email: string;
  access?: { allAccounts?: boolean; accountIds?: readonly string[]; mode?: 'READ' | 'WRITE' };
  loginAccess?: boolean;
  password?: string;
}

/** A contact with portal login; returns its username. */
export async function addContact(caller: Client, terms: ContactTerms): Promise<string> {
  const { customer, email, access, loginAccess = true, password } = terms;
  const { username } = await caller.must.post(`/customers/${customer}/contacts`, {
    ...{ name: 'Somebody', email, loginAccess },
    ...(access && { access }),
    ...(password !== undefined && { password }),
  });
  return username;
}

/** Calls the service with a portal token of the sandbox. */
export function withPortalToken(service: Service, token: string): Client {
  return client(service.app, '/sandbox', token);
}

/** Logs in as the contact with the e-mail. */
export async function enterPortal(
  service: Service,
  requested: { caller: Client; organization: string; email: string },
): Promise<Client> {
  const { caller, organization, email } = requested;
  const { token } = await caller.must.post(`/organizations/${organization}/token`, { email });
  return withPortalToken(service, token);
}

/** The claims of a token, without verifying its signature. */
export function claimsOf(token: string) {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
}

/** Longer than facts about a credential stay cached. */
export const forgetting = async () => passStopwatch(1_100);

import { insertPasswordToken } from '#areas/portal/store/password-tokens.ts';
import { realNow } from '#platform/db/clock.ts';
import { hashOf } from '#platform/logins/secrets.ts';
import type { ExampleRequest } from '../example-requests.ts';
import type { World } from '../example-world.ts';
import { asSandbox } from '../metering-scenario.ts';
import { addContact, claimsOf } from '../portal.ts';
import type { Client, Service } from '../running-app.ts';

const PASSWORD = 'green heron 71';
const SECRET = 'a-secret-that-was-mailed';

const emailOf = (accountId: string | undefined) => `${accountId}@portal.example`;

export const portalExamples: Record<string, (world: World) => ExampleRequest> = {
  createCustomerContact: ({ ids }) => ({
    body: {
      ...{ preferredUsername: 'bob1', name: 'Bob', password: 'blue parrot 42', email: 'bob@example.com' },
      ...{ phone: '+1 555', verified: true, loginAccess: true },
      access: { allAccounts: false, accountIds: [ids.account_id], mode: 'WRITE' },
    },
  }),
  updateContact: ({ ids }) => ({
    body: {
      ...{ preferredUsername: 'bob2', name: 'Bob', password: 'blue parrot 43', email: 'bob@example.com' },
      ...{ phone: '+1 556', verified: true, loginAccess: false },
      access: { allAccounts: false, accountIds: [ids.account_id], mode: 'READ' },
    },
  }),
  createOrganizationToken: ({ ids }) => ({
    body: { email: emailOf(ids.account_id), customerId: ids.customer_id },
  }),
  logInToPortal: ({ ids }) => ({
    body: {
      ...{ organizationId: ids.organization_id, email: emailOf(ids.account_id), password: PASSWORD },
      customerId: ids.customer_id,
    },
  }),
  requestPortalPassword: ({ ids }) => ({
    body: {
      ...{ organizationId: ids.organization_id, email: emailOf(ids.account_id) },
      customerId: ids.customer_id,
    },
  }),
  setPortalPassword: ({ ids }) => ({
    body: { token: `${ids.organization_id}.${SECRET}`, password: 'a heron, green 72' },
  }),
  createPortalToken: ({ ids }) => ({
    body: { customerId: ids.customer_id, accountIds: [ids.account_id], expiry: 3600 },
  }),
};

/**
 * A contact with write access to the account, a password and a mailed code for another one, and a token of a
 * delegate, which outlives the contact.
 */
export async function openPortal(
  service: Service,
  client: Client,
  { organization, accountId }: { organization: string; accountId: string },
): Promise<{ username: string; jti: string; organization_id: string }> {
  const [customer, email] = [`customer-${accountId}`, emailOf(accountId)];
  const access = { accountIds: [accountId], mode: 'WRITE' } as const;
  const username = await addContact(client, { customer, email, access, password: PASSWORD });
  await asSandbox(
    service,
    (tx, org) =>
      insertPasswordToken(tx, org, {
        hash: hashOf(SECRET),
        username,
        email,
        expiresAt: realNow().add({ hours: 1 }),
      }),
    organization,
  );
  const delegate = { customerId: customer, accountIds: [accountId] };
  const { token } = await client.must.post('/portal/token', delegate);
  return { username, jti: claimsOf(token).jti, organization_id: organization };
}

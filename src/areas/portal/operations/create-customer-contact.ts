import { randomUUID } from 'node:crypto';
import { accountNotFound } from '#areas/accounts/index.ts';
import { CustomerParams, customerArchived, customerNotFound } from '#areas/customers/index.ts';
import { operation } from '#platform/http/operation.ts';
import { emailKey } from '#platform/logins/email-key.ts';
import { readPassword } from '#platform/logins/passwords.ts';
import { passwordTooCommon, tooManyTries } from '#platform/logins/problems.ts';
import { inviteIfLetIn } from '../login/invite.ts';
import { checkNewLogin } from '../login-rights.ts';
import { accessAmbiguous, emailTaken, loginOff, loginScopeMissing, nothingGranted } from '../problems.ts';
import {
  explainTakenEmail,
  getContact,
  holdOpenCustomer,
  isVerifiedBy,
  readAccounts,
} from '../read-contact.ts';
import { describeContact, readAccess } from '../rules.ts';
import { CreateCustomerContactRequest, CreatedContact } from '../schema.ts';
import { insertContact } from '../store/contacts.ts';

export const createCustomerContact = operation({
  id: 'createCustomerContact',
  method: 'POST',
  route: '/customers/{customer_id}/contacts',
  scope: 'customers:write',
  summary: 'Add a contact to a customer',
  description:
    'The member `access` is an extension: the accounts that the contact may see in the portal; default ' +
    'none. `password`, `loginAccess` true, `access` and `invite` true also need the scope portal:write. ' +
    'A contact that may log in and has no password receives an invitation to set one if the organization ' +
    'has the setting PORTAL_PASSWORD_URL; the member `invite` (extension) overrides this: true mails the ' +
    'invitation without that setting, false mails none. `verified` applies only from credentials with ' +
    'the scope org:write.',
  request: { params: CustomerParams, body: CreateCustomerContactRequest },
  response: { status: 201, body: CreatedContact },
  problems: [
    customerNotFound,
    customerArchived,
    accountNotFound,
    accessAmbiguous,
    emailTaken,
    passwordTooCommon,
    ...[loginScopeMissing, loginOff, nothingGranted, tooManyTries],
  ],
  async handle(context, { params, body }) {
    const { tx, org, now, actor } = context;
    const isLetIn = checkNewLogin(actor, body);
    const access = readAccess(body.access);
    const email = emailKey(body.email);
    const passwordHash = body.password === undefined ? null : await readPassword(body.password, email);
    const { id: customerId } = await holdOpenCustomer(tx, org, params.customer_id);
    const accountIds = await readAccounts(tx, org, { customerId, names: access.accountIds });
    const username = randomUUID();
    await insertContact(tx, {
      ...{ orgId: org.orgId, username, customerId, email, passwordHash, ...access, accountIds },
      preferredUsername: body.preferredUsername ?? null,
      name: body.name,
      phone: body.phone || null,
      isVerified: isVerifiedBy(actor, body.verified),
      hasLoginAccess: body.loginAccess ?? false,
      loginGrantedBy: isLetIn ? actor.credentialId : null,
      createdBy: actor.credentialId,
      createdAt: now,
      updatedAt: now,
    }).catch((error) => {
      throw explainTakenEmail(error, email);
    });
    await inviteIfLetIn(context, { customerId, username, invite: body.invite, before: null });
    const { access: granted, ...contact } = describeContact(
      await getContact(tx, org, { customerId, username }),
    );
    return { ...contact, access: body.access && granted };
  },
});

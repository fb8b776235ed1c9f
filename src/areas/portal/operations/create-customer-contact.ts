import { randomUUID } from 'node:crypto';
import { accountNotFound } from '#areas/accounts/index.ts';
import { CustomerParams, customerArchived, customerNotFound } from '#areas/customers/index.ts';
import { operation } from '#platform/http/operation.ts';
import { checkNewLogin } from '../login-rights.ts';
import { accessAmbiguous, emailTaken, loginScopeMissing, passwordTooCommon } from '../problems.ts';
import {
  explainTakenEmail,
  getContact,
  holdOpenCustomer,
  isVerifiedBy,
  readAccounts,
  readPassword,
} from '../read-contact.ts';
import { describeContact, emailKey, readAccess } from '../rules.ts';
import { CreateCustomerContactRequest, CreatedContact } from '../schema.ts';
import { insertContact } from '../store/contacts.ts';

export const createCustomerContact = operation({
  id: 'createCustomerContact',
  method: 'POST',
  route: '/customers/{customer_id}/contacts',
  scope: 'customers:write',
  summary: 'Add a contact to a customer',
  description:
    'The member `access` is an extension: the accounts that the contact may see in the portal; none ' +
    'without it. `password`, `loginAccess` true and `access` also need the scope portal:write. A contact ' +
    'sets its password itself when it is sent an invitation (`inviteContact`). `verified` counts from ' +
    'credentials with the scope org:write only.',
  request: { params: CustomerParams, body: CreateCustomerContactRequest },
  response: { status: 201, body: CreatedContact },
  problems: [
    customerNotFound,
    customerArchived,
    accountNotFound,
    accessAmbiguous,
    emailTaken,
    passwordTooCommon,
    loginScopeMissing,
  ],
  async handle({ tx, org, now, actor }, { params, body }) {
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
    const { access: granted, ...contact } = describeContact(
      await getContact(tx, org, { customerId, username }),
    );
    return { ...contact, access: body.access && granted };
  },
});

import { customerExists, describeCustomer, insertCustomer, taxIdInvalid } from '#areas/customers/index.ts';
import { listEntitySettings, settingInvalid, settingRepeated } from '#areas/settings/index.ts';
import { publishEvent } from '#areas/webhooks/index.ts';
import { quotaExceeded } from '#platform/db/quotas.ts';
import { operation } from '#platform/http/operation.ts';
import { checkRoom } from '../check-room.ts';
import { describeAccount } from '../describe-accounts.ts';
import { makeFirstAccount } from '../make-first-account.ts';
import { openAccount } from '../open-account.ts';
import {
  accountExists,
  accountIdIsAlias,
  aliasInvalid,
  aliasIsAccountId,
  aliasTaken,
  currencyNotEnabled,
  tagInvalid,
  tooManyAliases,
} from '../problems.ts';
import { CreateCustomerRequest, CreateCustomerResponse } from '../schema.ts';

// In the accounts area, because a customer always has an account: both are stored or neither is.
export const createCustomer = operation({
  id: 'createCustomer',
  method: 'POST',
  route: '/customers',
  scope: 'customers:write',
  summary: 'Create a customer and its first account',
  description:
    'Without `account`, the first account is created from the details of the customer, with the same id ' +
    'if that is free.',
  request: { body: CreateCustomerRequest },
  response: { status: 201, body: CreateCustomerResponse },
  problems: [
    taxIdInvalid,
    currencyNotEnabled,
    tagInvalid,
    aliasInvalid,
    tooManyAliases,
    settingInvalid,
    settingRepeated,
    customerExists,
    accountExists,
    accountIdIsAlias,
    aliasTaken,
    aliasIsAccountId,
    quotaExceeded,
  ],
  async handle({ tx, org, now, deployment }, { body: { account, ...sent } }) {
    const customer = await insertCustomer(tx, org, { ...sent, now });
    publishEvent(tx, org, { type: 'customer.created', id: customer.id, now });
    const first = account ?? (await makeFirstAccount(tx, org, { customer, now }));
    const row = await openAccount(tx, org, { sent: first, customer, now });
    await checkRoom(tx, org, { quotas: deployment.quotas, added: ['customers', 'accounts', 'aliases'] });
    const owner = { entityType: 'CUSTOMER', entityId: customer.id } as const;
    return {
      ...describeCustomer(customer),
      settings: await listEntitySettings(tx, org, owner),
      account: await describeAccount({ tx, org, deployment }, { row, at: now }),
    };
  },
});

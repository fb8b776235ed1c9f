import { customerArchived, customerNotFound, holdCustomer, taxIdInvalid } from '#areas/customers/index.ts';
import { settingInvalid, settingRepeated } from '#areas/settings/index.ts';
import { quotaExceeded } from '#platform/db/quotas.ts';
import { operation } from '#platform/http/operation.ts';
import { checkRoom } from '../check-room.ts';
import { describeAccount } from '../describe-accounts.ts';
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
import { Account, CreateAccountRequest } from '../schema.ts';

export const createAccount = operation({
  id: 'createAccount',
  method: 'POST',
  route: '/accounts',
  scope: 'accounts:write',
  summary: 'Create an account of a customer',
  description: 'Events that were waiting for its id or aliases are then processed.',
  request: { body: CreateAccountRequest },
  response: { status: 201, body: Account },
  problems: [
    customerNotFound,
    customerArchived,
    taxIdInvalid,
    currencyNotEnabled,
    tagInvalid,
    aliasInvalid,
    tooManyAliases,
    settingInvalid,
    settingRepeated,
    accountExists,
    accountIdIsAlias,
    aliasTaken,
    aliasIsAccountId,
    quotaExceeded,
  ],
  async handle({ tx, org, now, deployment }, { body: { customerId, ...sent } }) {
    // Locked, so that no concurrent request archives the customer.
    const customer = await holdCustomer(tx, org, customerId);
    if (!customer) throw customerNotFound({ id: customerId });
    if (customer.status === 'ARCHIVED') throw customerArchived({ id: customer.id });
    const row = await openAccount(tx, org, { sent, customer, now });
    await checkRoom(tx, org, { quotas: deployment.quotas, added: ['accounts', 'aliases'] });
    return describeAccount({ tx, org, deployment }, { row, at: now });
  },
});

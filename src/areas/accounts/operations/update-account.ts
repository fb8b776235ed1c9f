import { readAddress, taxIdInvalid } from '#areas/customers/index.ts';
import { publishEvent } from '#areas/webhooks/index.ts';
import { operation } from '#platform/http/operation.ts';
import { concurrentChange } from '#platform/problem.ts';
import { checkAccountChange } from '../check-account-change.ts';
import { describeAccount } from '../describe-accounts.ts';
import { getAccount, lockOpenAccount } from '../get-account.ts';
import { planReprocessing } from '../plan-reprocessing.ts';
import {
  accountArchived,
  accountGrouped,
  accountInUse,
  accountNotFound,
  currencyFixed,
  currencyNotEnabled,
  tagInvalid,
} from '../problems.ts';
import { readAccountChange } from '../rules.ts';
import { Account, AccountParams, UpdateAccountRequest } from '../schema.ts';
import { updateAccountRow } from '../store/accounts.ts';

export const updateAccount = operation({
  id: 'updateAccount',
  method: 'PATCH',
  route: '/accounts/{account_id}',
  scope: 'accounts:write',
  portal: {
    mode: 'WRITE',
    accepts: ['billingInformation', 'address', 'primaryEmail', 'taxIds'],
    hides: ['metadata', 'settings'],
  },
  summary: 'Change an account',
  description:
    'Absent members stay unchanged; null clears a member, except `metadata`, which an empty object ' +
    'clears. Activating a draft processes the events that were waiting for it.',
  request: { params: AccountParams, body: UpdateAccountRequest },
  response: { status: 200, body: Account },
  problems: [
    accountNotFound,
    accountArchived,
    taxIdInvalid,
    currencyNotEnabled,
    currencyFixed,
    accountInUse,
    accountGrouped,
    tagInvalid,
    concurrentChange,
  ],
  async handle({ tx, org, now, deployment }, { params, body: { expectedVersion, ...body } }) {
    const set = {
      ...readAccountChange(body),
      ...(body.address && { address: readAddress(body.address) }),
    };
    const row = await lockOpenAccount(tx, org, params.account_id);
    if (expectedVersion !== undefined && expectedVersion !== row.rowVersion) throw concurrentChange();
    await checkAccountChange(tx, org, { row, set });
    await updateAccountRow(tx, org, { id: row.id, now, set });
    const isActivated = row.status === 'DRAFT' && set.status === 'ACTIVE';
    if (isActivated) await planReprocessing(tx, org, { accountId: row.id, now });
    const previous = Object.fromEntries(Object.entries(row).filter(([name]) => name in body));
    const type = isActivated ? 'account.activated' : 'account.updated';
    publishEvent(tx, org, { type, id: row.id, now, previous });
    return describeAccount({ tx, org, deployment }, { row: await getAccount(tx, org, row.id), at: now });
  },
});

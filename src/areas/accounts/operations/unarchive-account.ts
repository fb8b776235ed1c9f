import { customerArchived, holdCustomer } from '#areas/customers/index.ts';
import { publishEvent } from '#areas/webhooks/index.ts';
import { quotaExceeded } from '#platform/db/quotas.ts';
import { operation } from '#platform/http/operation.ts';
import { HANDLED } from '../archival-work.ts';
import { checkCurrency } from '../check-currency.ts';
import { checkRoom } from '../check-room.ts';
import { describeAccount } from '../describe-accounts.ts';
import { getAccount, lockAccount } from '../get-account.ts';
import { planReprocessing } from '../plan-reprocessing.ts';
import {
  accountIdIsAlias,
  accountNotArchived,
  accountNotFound,
  aliasIsAccountId,
  aliasTaken,
  archivalUnderWay,
  currencyNotEnabled,
  tooManyAliases,
} from '../problems.ts';
import { restoreAliases } from '../restore-aliases.ts';
import { Account, AccountParams } from '../schema.ts';
import { updateAccountRow } from '../store/accounts.ts';
import { hasWorkLeft } from '../store/guards.ts';

export const unarchiveAccount = operation({
  id: 'unarchiveAccount',
  method: 'POST',
  route: '/ext/v1/accounts/{account_id}/unarchive',
  scope: 'accounts:write',
  summary: 'Unarchive an account',
  description:
    'The account is ACTIVE again with the aliases that its archival ended, and events that arrived in ' +
    'the meantime are processed. Returns 409 if one of the aliases now belongs to another account. ' +
    'Everything else that the archival ended stays ended: credits, group, alerts and portal access.',
  request: { params: AccountParams },
  response: { status: 200, body: Account },
  problems: [
    accountNotFound,
    accountNotArchived,
    archivalUnderWay,
    customerArchived,
    currencyNotEnabled,
    accountIdIsAlias,
    aliasTaken,
    aliasIsAccountId,
    tooManyAliases,
    quotaExceeded,
  ],
  async handle({ tx, org, now, deployment }, { params }) {
    const found = await getAccount(tx, org, params.account_id);
    // Locked before the account, in the same order as the requests that archive both.
    const customer = await holdCustomer(tx, org, found.customerId);
    const { id, status, archivedAt, invoiceCurrency } = await lockAccount(tx, org, found.id);
    if (status !== 'ARCHIVED') throw accountNotArchived({ id });
    if (customer?.status !== 'ACTIVE') throw customerArchived({ id: found.customerId });
    const isEnding = await hasWorkLeft(tx, org, { accountId: id, kinds: HANDLED });
    if (isEnding) throw archivalUnderWay({ id });
    await checkCurrency(tx, org, invoiceCurrency);
    await restoreAliases(tx, org, { accountId: id, archivedAt: archivedAt ?? now, now });
    await updateAccountRow(tx, org, { id, now, set: { status: 'ACTIVE', archivedAt: null } });
    await planReprocessing(tx, org, { accountId: id, now });
    await checkRoom(tx, org, { quotas: deployment.quotas, added: ['accounts', 'aliases'] });
    publishEvent(tx, org, { type: 'account.updated', id, now, previous: { status: 'ARCHIVED' } });
    return describeAccount({ tx, org, deployment }, { row: await getAccount(tx, org, id), at: now });
  },
});

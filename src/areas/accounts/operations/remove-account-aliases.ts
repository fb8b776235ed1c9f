import { publishEvent } from '#areas/webhooks/index.ts';
import { operation } from '#platform/http/operation.ts';
import { checkInstant } from '../alias-rules.ts';
import { RemoveAliasesRequest } from '../alias-schema.ts';
import { describeAccount } from '../describe-accounts.ts';
import { getAccount, lockOpenAccount } from '../get-account.ts';
import {
  accountArchived,
  accountNotFound,
  aliasInvalid,
  aliasNotFound,
  aliasSpanInvoiced,
  implicitAlias,
} from '../problems.ts';
import { releaseAliases } from '../release-aliases.ts';
import { Account, AccountParams } from '../schema.ts';
import { updateAccountRow } from '../store/accounts.ts';

export const removeAccountAliases = operation({
  id: 'removeAccountAliases',
  method: 'POST',
  route: '/accounts/{account_id}/remove_aliases',
  scope: 'accounts:write',
  summary: 'End aliases of an account',
  description:
    'By value they end now, by id at `from`. A range that has not begun by then is deleted, one that is ' +
    'over stays. Events that came under the alias since `from` are resolved anew: a job of type ' +
    'EVENT_CORRECTIONS ingests them again, for whoever has the alias then. Those of a closed cycle stay, ' +
    'and its entries say so; where an invoice that was issued has counted them, nothing is removed.',
  request: { params: AccountParams, body: RemoveAliasesRequest },
  response: { status: 200, body: Account },
  problems: [accountNotFound, accountArchived, aliasInvalid, aliasNotFound, implicitAlias, aliasSpanInvoiced],
  async handle({ tx, org, now, deployment }, { params, body }) {
    const { aliases, accountAliases } = body;
    if (!aliases && !accountAliases)
      throw aliasInvalid({ at: 'body', rule: 'must have aliases or accountAliases' });
    for (const [i, { from }] of (accountAliases ?? []).entries())
      checkInstant(from, `accountAliases[${i}].from`);
    const { id } = await lockOpenAccount(tx, org, params.account_id);
    await releaseAliases(tx, org, { accountId: id, aliases, accountAliases, now });
    await updateAccountRow(tx, org, { id, now, set: {} });
    publishEvent(tx, org, { type: 'account.updated', id, now });
    return describeAccount({ tx, org, deployment }, { row: await getAccount(tx, org, id), at: now });
  },
});

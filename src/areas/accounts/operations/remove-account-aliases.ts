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
    'An alias named by value ends now, one named by id ends at `from`. A range that begins later is ' +
    'deleted; a range that is already over stays. A job of type EVENT_CORRECTIONS ingests the events ' +
    'that used the alias since `from` again, for the account that then has it. Events of a closed cycle ' +
    "stay, and the job's entries report them; if a finalized invoice has counted the events, the request " +
    'removes nothing.',
  request: { params: AccountParams, body: RemoveAliasesRequest },
  response: { status: 200, body: Account },
  problems: [accountNotFound, accountArchived, aliasInvalid, aliasNotFound, implicitAlias, aliasSpanInvoiced],
  deletes: 'aliases_of_account',
  async handle({ tx, org, now, deployment }, { params, body }) {
    const { aliases, accountAliases } = body;
    if (!aliases && !accountAliases)
      throw aliasInvalid({ at: 'body', rule: 'must contain aliases or accountAliases' });
    for (const [i, { from }] of (accountAliases ?? []).entries())
      checkInstant(from, `accountAliases[${i}].from`);
    const { id } = await lockOpenAccount(tx, org, params.account_id);
    await releaseAliases(tx, org, { accountId: id, aliases, accountAliases, now });
    await updateAccountRow(tx, org, { id, now, set: {} });
    publishEvent(tx, org, { type: 'account.updated', id, now });
    return describeAccount({ tx, org, deployment }, { row: await getAccount(tx, org, id), at: now });
  },
});

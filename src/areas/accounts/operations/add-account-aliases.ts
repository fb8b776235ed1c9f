import { publishEvent } from '#areas/webhooks/index.ts';
import { quotaExceeded } from '#platform/db/quotas.ts';
import { operation } from '#platform/http/operation.ts';
import { readClaims } from '../alias-rules.ts';
import { AddAliasesRequest } from '../alias-schema.ts';
import { bindAliases } from '../bind-aliases.ts';
import { checkRoom } from '../check-room.ts';
import { describeAccount } from '../describe-accounts.ts';
import { getAccount, lockOpenAccount } from '../get-account.ts';
import { planReprocessing } from '../plan-reprocessing.ts';
import {
  accountArchived,
  accountNotFound,
  aliasInvalid,
  aliasIsAccountId,
  aliasTaken,
  tooManyAliases,
} from '../problems.ts';
import { Account, AccountParams } from '../schema.ts';
import { updateAccountRow } from '../store/accounts.ts';
import { lockNames } from '../store/aliases.ts';

export const addAccountAliases = operation({
  id: 'addAccountAliases',
  method: 'POST',
  route: '/accounts/{account_id}/add_aliases',
  scope: 'accounts:write',
  summary: 'Add aliases to an account',
  description:
    'A plain alias applies to all time, or from the end of its last range if an account had it ' +
    'before. Existing aliases of the account stay. Events that were waiting for the new aliases are then ' +
    'processed.',
  request: { params: AccountParams, body: AddAliasesRequest },
  response: { status: 200, body: Account },
  problems: [
    accountNotFound,
    accountArchived,
    aliasInvalid,
    tooManyAliases,
    aliasTaken,
    aliasIsAccountId,
    quotaExceeded,
  ],
  async handle({ tx, org, now, deployment }, { params, body }) {
    const claims = readClaims(body);
    if (claims.length === 0)
      throw aliasInvalid({ at: 'body', rule: 'must contain aliases or accountAliases' });
    const { id } = await lockOpenAccount(tx, org, params.account_id);
    publishEvent(tx, org, { type: 'account.updated', id, now });
    await lockNames(
      tx,
      org,
      claims.map(({ value }) => value),
    );
    const added = await bindAliases(tx, org, { accountId: id, claims, now });
    if (added > 0) {
      await updateAccountRow(tx, org, { id, now, set: {} });
      await planReprocessing(tx, org, { accountId: id, now });
      await checkRoom(tx, org, { quotas: deployment.quotas, added: ['aliases'] });
    }
    return describeAccount({ tx, org, deployment }, { row: await getAccount(tx, org, id), at: now });
  },
});

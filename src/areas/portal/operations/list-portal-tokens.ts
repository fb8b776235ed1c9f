import { operation } from '#platform/http/operation.ts';
import { describeToken } from '../rules.ts';
import { PortalTokenPage } from '../schema.ts';
import { listPortalTokens as listRows, portalTokenList } from '../store/tokens.ts';

export const listPortalTokens = operation({
  id: 'listPortalTokens',
  method: 'GET',
  route: '/ext/v1/portal/tokens',
  scope: 'portal:read',
  summary: 'List the issued portal tokens, without the tokens themselves',
  description:
    'Tokens are listed until a day after they expire. Times are real, even in a sandbox with a moved clock.',
  response: { status: 200, body: PortalTokenPage },
  list: portalTokenList,
  async handle({ tx, org }, { page }) {
    const { rows, nextToken } = await listRows(tx, org, page);
    return { data: rows.map(describeToken), nextToken };
  },
});

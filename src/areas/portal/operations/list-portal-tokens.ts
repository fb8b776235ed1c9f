import { operation } from '#platform/http/operation.ts';
import { describeToken } from '../rules.ts';
import { PortalTokenPage } from '../schema.ts';
import { listPortalTokens as listRows, portalTokenList } from '../store/tokens.ts';

export const listPortalTokens = operation({
  id: 'listPortalTokens',
  method: 'GET',
  route: '/ext/v1/portal/tokens',
  scope: 'portal:read',
  summary: 'List the portal tokens that were issued, without the tokens themselves',
  description: 'Kept until a day after their end. Times are real ones, also in a sandbox with a moved clock.',
  response: { status: 200, body: PortalTokenPage },
  list: portalTokenList,
  async handle({ tx, org }, { page }) {
    const { rows, nextToken } = await listRows(tx, org, page);
    return { data: rows.map(describeToken), nextToken };
  },
});

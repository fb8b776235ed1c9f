import { operation } from '#platform/http/operation.ts';
import { AliasPage } from '../alias-schema.ts';
import { knownAliasList, listKnownAliases } from '../store/known-aliases.ts';

export const listAliases = operation({
  id: 'listAliases',
  method: 'GET',
  route: '/aliases',
  scope: 'accounts:read',
  summary: 'List every alias that was reserved or bound to an account',
  response: { status: 200, body: AliasPage },
  list: knownAliasList,
  async handle({ tx, org }, { page }) {
    const { rows, nextToken } = await listKnownAliases(tx, org, page);
    return { data: rows, nextToken };
  },
});

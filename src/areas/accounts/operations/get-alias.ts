import { operation } from '#platform/http/operation.ts';
import { aliasKey } from '../alias-rules.ts';
import { Alias, AliasParams } from '../alias-schema.ts';
import { aliasNotFound } from '../problems.ts';
import { findKnownAlias } from '../store/known-aliases.ts';

export const getAlias = operation({
  id: 'getAlias',
  method: 'GET',
  route: '/aliases/{alias}',
  scope: 'accounts:read',
  summary: 'Get an alias of the organization',
  request: { params: AliasParams },
  response: { status: 200, body: Alias },
  problems: [aliasNotFound],
  async handle({ tx, org }, { params }) {
    const alias = await findKnownAlias(tx, org, aliasKey(params.alias));
    if (!alias) throw aliasNotFound({ id: params.alias });
    return alias;
  },
});

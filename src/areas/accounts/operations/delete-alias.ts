import { operation } from '#platform/http/operation.ts';
import { Success } from '#platform/http/schemas.ts';
import { aliasKey } from '../alias-rules.ts';
import { AliasParams } from '../alias-schema.ts';
import { aliasBound, aliasNotFound } from '../problems.ts';
import { listRangesOfValues, lockNames } from '../store/aliases.ts';
import { deleteKnownAlias, findKnownAlias } from '../store/known-aliases.ts';

export const deleteAlias = operation({
  id: 'deleteAlias',
  method: 'DELETE',
  route: '/aliases/{alias}',
  scope: 'accounts:write',
  summary: "Remove an alias from the organization's list",
  description: 'The alias must not belong to any account, now or later.',
  request: { params: AliasParams },
  response: { status: 200, body: Success },
  problems: [aliasNotFound, aliasBound],
  deletes: 'alias',
  async handle({ tx, org, now }, { params }) {
    const value = aliasKey(params.alias);
    // Locked, so that no account receives the alias during its removal.
    await lockNames(tx, org, [value]);
    if (!(await findKnownAlias(tx, org, value))) throw aliasNotFound({ id: params.alias });
    const ranges = await listRangesOfValues(tx, org, [value]);
    const isBound = ranges.some(
      ({ effectiveUntil: until }) => !until || Temporal.Instant.compare(until, now) > 0,
    );
    if (isBound) throw aliasBound({ value });
    await deleteKnownAlias(tx, org, value);
    return { success: true };
  },
});

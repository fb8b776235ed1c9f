import { quotaExceeded } from '#platform/db/quotas.ts';
import { operation } from '#platform/http/operation.ts';
import { readAlias } from '../alias-rules.ts';
import { AliasPage, CreateAliasesRequest } from '../alias-schema.ts';
import { checkRoom } from '../check-room.ts';
import { aliasExists, aliasInvalid, aliasIsAccountId } from '../problems.ts';
import { listAccountIdsInAnyCase } from '../store/accounts.ts';
import { lockNames } from '../store/aliases.ts';
import { insertKnownAliases } from '../store/known-aliases.ts';

export const createAliases = operation({
  id: 'createAliases',
  method: 'POST',
  route: '/aliases',
  scope: 'accounts:write',
  summary: 'Reserve aliases',
  description:
    'Reserves all or none. Events under a reserved alias wait until an account receives it; no account ' +
    'can use it as its id.',
  request: { body: CreateAliasesRequest },
  response: { status: 201, body: AliasPage },
  problems: [aliasInvalid, aliasExists, aliasIsAccountId, quotaExceeded],
  async handle({ tx, org, now, deployment }, { body }) {
    const read = body.aliases.map(({ value }, i) =>
      readAlias(value, { at: `aliases[${i}].value`, min: 1, max: 255 }),
    );
    const values = [...new Set(read)];
    await lockNames(tx, org, values);
    const [id] = await listAccountIdsInAnyCase(tx, org, values);
    if (id !== undefined) throw aliasIsAccountId({ value: id.toLowerCase() });
    const added = new Set(await insertKnownAliases(tx, org, { values, now }));
    const known = values.find((value) => !added.has(value));
    if (known !== undefined) throw aliasExists({ value: known });
    await checkRoom(tx, org, { quotas: deployment.quotas, added: ['aliases'] });
    return { data: values.map((value) => ({ value, createdAt: now })), nextToken: null };
  },
});

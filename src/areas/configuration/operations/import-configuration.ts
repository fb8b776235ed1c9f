import { operation } from '#platform/http/operation.ts';
import { forbidden } from '#platform/problem.ts';
import { importThings } from '../import-things.ts';
import { requireScopes } from '../require-scopes.ts';
import { type ConfigurationRow, ImportConfigurationRequest, ImportConfigurationResponse } from '../schema.ts';

export const importConfiguration = operation({
  id: 'importConfiguration',
  method: 'POST',
  route: '/ext/v1/configuration',
  scope: null,
  summary: 'Bring an environment to what a document of configuration says',
  description:
    'Creates what is not there, leaves what is equal, and changes what differs as its own operations ' +
    'would: a schema or a plan that is active gets its next version, and accounts keep the version that ' +
    'they have. What the document does not have stays. All of it or nothing: when anything is refused ' +
    'nothing is stored, and the rows say why. Needs catalog:write, plans:write and settings:write.',
  request: { body: ImportConfigurationRequest },
  response: { status: 200, body: ImportConfigurationResponse },
  problems: [forbidden],
  bodyLimit: 8_388_608,
  async handle(context, { body: { configuration, dryRun = false } }) {
    requireScopes(context.actor, 'write');
    const { rows, isStored } = await importThings(context, { configuration, keeps: !dryRun });
    const count = (action: ConfigurationRow['action']) => rows.filter((row) => row.action === action).length;
    return {
      ...{ dryRun, stored: isStored, created: count('CREATED'), updated: count('UPDATED') },
      ...{ unchanged: count('UNCHANGED'), refused: count('REFUSED'), rows },
    };
  },
});

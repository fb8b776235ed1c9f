import { templateInvalid } from '#areas/invoice-templates/index.ts';
import { operation } from '#platform/http/operation.ts';
import { forbidden } from '#platform/problem.ts';
import { WORKER_PROBLEMS } from '#platform/workers/pool.ts';
import { findFaults, importThings } from '../import-things.ts';
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
  problems: [forbidden, templateInvalid, ...WORKER_PROBLEMS],
  bodyLimit: 8_388_608,
  prepare(context, { body: { configuration } }) {
    requireScopes(context.actor, 'write');
    return findFaults(context, configuration);
  },
  async handle(context, { body: { configuration, dryRun = false } }, faults) {
    const { rows, isStored } = await importThings(context, { configuration, faults, keeps: !dryRun });
    const count = (action: ConfigurationRow['action']) => rows.filter((row) => row.action === action).length;
    return {
      ...{ dryRun, stored: isStored, created: count('CREATED'), updated: count('UPDATED') },
      ...{ unchanged: count('UNCHANGED'), refused: count('REFUSED'), rows },
    };
  },
});

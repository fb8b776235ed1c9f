import { templateInvalid } from '#areas/invoice-templates/index.ts';
import { operation } from '#platform/http/operation.ts';
import { forbidden } from '#platform/problem.ts';
import { WORKER_PROBLEMS } from '#platform/workers/pool.ts';
import { findFaults, importThings } from '../import-things.ts';
import { listOthers } from '../list-others.ts';
import { requireScopes } from '../require-scopes.ts';
import { type ConfigurationRow, ImportConfigurationRequest, ImportConfigurationResponse } from '../schema.ts';

export const importConfiguration = operation({
  id: 'importConfiguration',
  method: 'POST',
  route: '/ext/v1/configuration',
  scope: null,
  summary: 'Import a configuration document',
  description:
    'Creates missing resources, leaves equal ones, and updates those that differ as their own operations ' +
    'would: an active schema or plan gets a new version, and accounts keep theirs. Resources that the ' +
    'document does not contain stay. The import is atomic: if any resource is rejected, nothing is ' +
    'stored, and the rows contain the reasons. A dry run does the same work and rolls it back, so its rows ' +
    'are those of the import. Needs catalog:write, plans:write and settings:write.',
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
      ...(dryRun && { others: await listOthers(context, configuration) }),
    };
  },
});

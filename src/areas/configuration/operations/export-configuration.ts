import { operation } from '#platform/http/operation.ts';
import { forbidden } from '#platform/problem.ts';
import { exportThings } from '../export-things.ts';
import { configurationTooLarge, thingAmbiguous } from '../problems.ts';
import { requireScopes } from '../require-scopes.ts';
import { Configuration } from '../schema.ts';

export const exportConfiguration = operation({
  id: 'exportConfiguration',
  method: 'GET',
  route: '/ext/v1/configuration',
  scope: null,
  summary: 'Export the configuration as one document',
  description:
    'Contains event schemas, features, usage meters, add-ons, invoice templates, price plans in the ' +
    'version in force, and settings of the organization and of these resources. Resources are identified ' +
    'by name, without ids and times, and sorted by name: equal environments have equal documents. ' +
    'Excludes archived resources, drafts of active plans, logos of templates, and the settings of the ' +
    'namespace INTEGRATION, PORTAL_PASSWORD_URL, CORS_ALLOWED_ORIGINS and INVOICE_SEQUENCE. Needs ' +
    'catalog:read, plans:read and settings:read.',
  response: { status: 200, body: Configuration },
  problems: [forbidden, configurationTooLarge, thingAmbiguous],
  handle(context) {
    requireScopes(context.actor, 'read');
    return exportThings(context);
  },
});

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
  summary: 'Get everything that is configuration as one document',
  description:
    'Event schemas, features, usage meters, add-ons, invoice templates, price plans by what is in force, ' +
    'and settings of the organization and of these. Things go by their names, without ids and times, in ' +
    'the order of their names: environments that are equal have equal documents. Left out are what is ' +
    'archived, drafts of plans that are active, pictures of templates, and the settings of the namespace ' +
    'INTEGRATION, PORTAL_PASSWORD_URL, CORS_ALLOWED_ORIGINS and INVOICE_SEQUENCE. Needs catalog:read, ' +
    'plans:read and settings:read.',
  response: { status: 200, body: Configuration },
  problems: [forbidden, configurationTooLarge, thingAmbiguous],
  handle(context) {
    requireScopes(context.actor, 'read');
    return exportThings(context);
  },
});

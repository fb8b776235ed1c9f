import { operation } from '#platform/http/operation.ts';
import { describeOrganizationSettings } from '../organization-settings.ts';
import { OrganizationSettings } from '../schema-organization.ts';

export const getOrganizationSettings = operation({
  id: 'getOrganizationSettings',
  method: 'GET',
  route: '/ext/v1/organization/settings',
  scope: 'settings:read',
  summary: 'Get every setting that the organization can have, with its meaning and what applies',
  response: { status: 200, body: OrganizationSettings },
  handle: ({ tx, org }) => describeOrganizationSettings(tx, org),
});

import { operation } from '#platform/http/operation.ts';
import { describeOrganization } from '../describe-organization.ts';
import { Organization } from '../schema.ts';

export const getOrganization = operation({
  id: 'getOrganization',
  method: 'GET',
  route: '/ext/v1/organization',
  scope: 'org:read',
  summary: 'Get the organization of the credential',
  response: { status: 200, body: Organization },
  handle: ({ tx, org }) => describeOrganization(tx, org),
});

import { operation } from '#platform/http/operation.ts';
import { ROLES } from '#platform/http/roles.ts';
import { describeBuiltInRole } from '../describe-role.ts';
import { OrganizationRoles } from '../schema.ts';
import { listCustomRoles } from '../store/roles.ts';

export const listRoles = operation({
  id: 'listRoles',
  method: 'GET',
  route: '/ext/v1/roles',
  scope: 'org:read',
  summary: 'List the roles that users can have, with their scopes',
  response: { status: 200, body: OrganizationRoles },
  async handle({ tx, org }) {
    const own = await listCustomRoles(tx, org);
    const custom = own.map((role) => ({ ...role, isCustom: true }));
    return { data: [...ROLES.map(describeBuiltInRole), ...custom] };
  },
});

import { operation } from '#platform/http/operation.ts';
import { changeCustomRole } from '../change-role.ts';
import { approversTooFew, roleNameTaken, roleNotFound, roleScopeNotHeld } from '../problems.ts';
import { OrganizationRole, RoleParams, UpdateRoleRequest } from '../schema.ts';

export const updateRole = operation({
  id: 'updateRole',
  method: 'PATCH',
  route: '/ext/v1/roles/{role_id}',
  scope: 'org:write',
  summary: 'Rename a role of the organization, or change its scopes',
  description: 'Counts for everybody who has the role. The caller must hold every scope, old and new.',
  request: { params: RoleParams, body: UpdateRoleRequest },
  response: { status: 200, body: OrganizationRole },
  problems: [roleNotFound, roleScopeNotHeld, roleNameTaken, approversTooFew],
  handle: (context, { params, body }) => changeCustomRole(context, params.role_id, body),
});

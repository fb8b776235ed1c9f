import { operation } from '#platform/http/operation.ts';
import { Success } from '#platform/http/schemas.ts';
import { roleInUse, roleNotFound, roleScopeNotHeld } from '../problems.ts';
import { checkHeld } from '../read-role.ts';
import { RoleParams } from '../schema.ts';
import { deleteCustomRole, lockCustomRole } from '../store/roles.ts';

export const deleteRole = operation({
  id: 'deleteRole',
  method: 'DELETE',
  route: '/ext/v1/roles/{role_id}',
  scope: 'org:write',
  summary: 'Delete a role of the organization that nobody has',
  request: { params: RoleParams },
  response: { status: 200, body: Success },
  problems: [roleNotFound, roleScopeNotHeld, roleInUse],
  deletes: 'role',
  async handle({ tx, org, actor }, { params }) {
    const id = params.role_id;
    const role = await lockCustomRole(tx, org, id);
    if (!role) throw roleNotFound({ id });
    checkHeld(actor, role.scopes);
    if (!(await deleteCustomRole(tx, org, id))) throw roleInUse();
    return { success: true };
  },
});

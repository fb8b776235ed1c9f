import { operation } from '#platform/http/operation.ts';
import { newId } from '#platform/ids.ts';
import { roleNameTaken, roleScopeNotHeld, tooManyRoles } from '../problems.ts';
import { checkHeld } from '../read-role.ts';
import { CreateRoleRequest, MAX_ROLES, OrganizationRole } from '../schema.ts';
import { countCustomRoles, insertCustomRole } from '../store/roles.ts';

export const createRole = operation({
  id: 'createRole',
  method: 'POST',
  route: '/ext/v1/roles',
  scope: 'org:write',
  summary: 'Create a role of the organization',
  description: `The caller must hold every scope of the role. At most ${MAX_ROLES} roles.`,
  request: { body: CreateRoleRequest },
  response: { status: 201, body: OrganizationRole },
  problems: [roleScopeNotHeld, roleNameTaken, tooManyRoles],
  async handle({ tx, org, actor, now }, { body }) {
    const { name, scopes } = body;
    checkHeld(actor, scopes);
    if ((await countCustomRoles(tx, org)) >= MAX_ROLES) throw tooManyRoles({ max: MAX_ROLES });
    const id = newId('role', now);
    const role = { orgId: org.orgId, id, name, scopes, createdAt: now, updatedAt: now };
    if (!(await insertCustomRole(tx, role))) throw roleNameTaken({ name });
    return { id, name, isCustom: true, scopes };
  },
});

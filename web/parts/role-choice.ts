import type { OrganizationRole } from '../api/generated/types.ts';
import type { updateUser } from '../api/generated/users-and-sessions.ts';
import type { InputOf } from '../api/operation.ts';

type RoleBody = InputOf<typeof updateUser>['body'];

/** A role of the product is named, and one of the organization has an id. */
export function roleBody({ id, isCustom }: Pick<OrganizationRole, 'id' | 'isCustom'>): RoleBody {
  return isCustom ? { customRoleId: id } : { role: id as NonNullable<RoleBody['role']> };
}

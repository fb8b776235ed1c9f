import { type Role, scopesOfRole } from '#platform/http/roles.ts';

interface Named {
  role: Role | null;
  customRoleId: string | null;
  customRoleName?: string | null;
}

/** The wire shape of the role of a member or an invitation. */
export function describeRole({ role, customRoleId, customRoleName }: Named) {
  return {
    ...(role && { role }),
    ...(customRoleId !== null && { customRoleId }),
    roleName: role ? nameOfRole(role) : (customRoleName ?? ''),
  };
}

/** `PRODUCT_MANAGER` → `Product manager`. */
export function nameOfRole(role: Role): string {
  return role.charAt(0) + role.slice(1).toLowerCase().replaceAll('_', ' ');
}

/** The wire shape of a role of the product. */
export function describeBuiltInRole(role: Role) {
  return { id: role, name: nameOfRole(role), isCustom: false, scopes: scopesOfRole(role) };
}

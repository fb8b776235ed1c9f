import type { GivenRole } from '../read-role.ts';

export interface GroupRole extends GivenRole {
  groupName: string;
}

/** The role of somebody in these groups: that of the first group in the list, or else the fallback. */
export function roleOfGroups(
  held: readonly string[] | null,
  { groups, fallback }: { groups: readonly GroupRole[]; fallback: GivenRole | null },
): GivenRole | null {
  const names = new Set(held);
  const found = groups.find(({ groupName }) => names.has(groupName));
  if (!found) return fallback;
  const { role, customRoleId } = found;
  return { role, customRoleId };
}

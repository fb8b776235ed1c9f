import { getOrganization, type OrganizationRow } from '#areas/organizations/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import type { SettingKey } from './rules.ts';
import type { Setting } from './schema.ts';

const MEMBERS: Readonly<Record<string, { name: string; read(row: OrganizationRow): string }>> = {
  TIMEZONE: { name: 'Time zone', read: ({ timezone }) => timezone },
  BASE_CURRENCY: { name: 'Base currency', read: ({ baseCurrency }) => baseCurrency },
};

/**
 * Reads a setting that mirrors a member of the organization and is changed only there. Lists of settings show
 * stored settings, and so omit these. Null for any other key.
 */
export async function findMirroredSetting(tx: Tx, org: Org, key: SettingKey): Promise<Setting | null> {
  const { namespace, id, entityType, entityId } = key;
  const member = Object.hasOwn(MEMBERS, id) ? MEMBERS[id] : undefined;
  const isOwn = namespace === 'PLATFORM' && entityType === 'ORGANIZATION' && entityId === org.id;
  if (!member || !isOwn) return null;
  const value = member.read(await getOrganization(tx, org));
  return { id, value, entityType, entityId, namespace, name: member.name, dataType: 'STRING' };
}

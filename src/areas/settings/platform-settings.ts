import { PLATFORM_KEYS } from './platform-keys.ts';
import type { EntitySetting, EntityType } from './schema.ts';

/** Members of the organization that settings only mirror. */
const MIRRORED = ['TIMEZONE', 'BASE_CURRENCY'];

/** The invalid member and the reason; null if the setting may be stored. */
export function checkPlatformSetting(
  setting: EntitySetting,
  entityType: EntityType,
): { member: 'id' | 'dataType' | 'value'; rule: string } | null {
  const { id, dataType, value } = setting;
  if (MIRRORED.includes(id))
    return { member: 'id', rule: `${id} cannot be set here; set it with PATCH /ext/v1/organization` };
  const key = Object.hasOwn(PLATFORM_KEYS, id) ? PLATFORM_KEYS[id] : undefined;
  if (!key) return { member: 'id', rule: `${id} is not a key of the namespace PLATFORM` };
  if (!key.owners.includes(entityType))
    return { member: 'id', rule: `${id} is a setting of ${key.owners.join(', ')}, not of ${entityType}` };
  if (dataType !== key.dataType) return { member: 'dataType', rule: `must be ${key.dataType} for ${id}` };
  const rule = key.check(value);
  return rule === null ? null : { member: 'value', rule };
}

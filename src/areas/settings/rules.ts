import { parseJsonDecimal } from '#core/decimal.ts';
import { GENERAL_LIMITS, LogicError, parseLogic } from '#core/json-logic/index.ts';
import { checkPlatformSetting } from './platform-settings.ts';
import { settingInvalid, settingRepeated } from './problems.ts';
import {
  ENTITY_TYPES,
  type EntitySetting,
  type EntityType,
  NAMESPACES,
  type SETTING_DATA_TYPES,
} from './schema.ts';

/** The resource that a setting belongs to. */
export interface Owner {
  entityType: EntityType;
  entityId: string;
}

/** The parts of a setting's id. */
export interface SettingKey extends Owner {
  namespace: string;
  id: string;
}

/**
 * `setting.<namespace>.<id>.<entity type>.<entity id>`. The id has no dots, or is that of a feature, which
 * has its dots in fixed positions: the split is unambiguous.
 */
const ADDRESS = /^setting\.([^.]{1,20})\.([A-Za-z0-9_-]{1,100})\.([^.]{1,50})\.(.{1,255})$/isu;
const ENTITLEMENT_ADDRESS =
  /^setting\.(ENTITLEMENT)\.(feature\.[a-z0-9]{8}\.[a-z0-9]{7})\.([^.]{1,50})\.(.{1,255})$/isu;
const FEATURE_ID = /^feature\.[A-Za-z0-9]{8}\.[A-Za-z0-9]{7}$/;
const ENTITLEMENT_OWNERS: readonly EntityType[] = ['ACCOUNT', 'PRICE_PLAN'];

/** Null for text that cannot be the id of a setting. */
export function parseAddress(text: string): SettingKey | null {
  const [, namespace = '', id = '', type = '', entityId = ''] =
    ENTITLEMENT_ADDRESS.exec(text) ?? ADDRESS.exec(text) ?? [];
  const entityType = ENTITY_TYPES.find((name) => name === type.toUpperCase());
  const known = NAMESPACES.find((name) => name === namespace.toUpperCase());
  return entityType && known && text.startsWith('setting.')
    ? { namespace: known, id, entityType, entityId }
    : null;
}

/** Checks the settings of one owner and normalizes their namespaces. */
export function readSettings(sent: readonly EntitySetting[], entityType: EntityType): EntitySetting[] {
  const read = sent.map((setting, i) => readSetting(setting, { entityType, at: `settings[${i}].` }));
  const seen = new Set<string>();
  for (const { namespace, id } of read) {
    if (seen.has(`${namespace}.${id}`)) throw settingRepeated({ namespace, id });
    seen.add(`${namespace}.${id}`);
  }
  return read;
}

/** `at` prefixes the name of a rejected member: empty, or `settings[0].`. */
export function readSetting(
  sent: EntitySetting,
  { entityType, at }: { entityType: EntityType; at: string },
): EntitySetting {
  const namespace = NAMESPACES.find((name) => name === sent.namespace.toUpperCase());
  if (!namespace)
    throw settingInvalid({ at: `${at}namespace`, rule: `must be one of ${NAMESPACES.join(', ')}` });
  const rule = checkValue(sent.dataType, sent.value);
  if (rule) throw settingInvalid({ at: `${at}value`, rule });
  const setting = { ...sent, namespace };
  const error =
    namespace === 'PLATFORM' ? checkPlatformSetting(setting, entityType) : checkId(setting, entityType);
  if (error) throw settingInvalid({ at: `${at}${error.member}`, rule: error.rule });
  return setting;
}

/** Settings of entitlements have feature ids as their ids, and no other settings do. */
function checkId(
  { namespace, id }: EntitySetting,
  entityType: EntityType,
): { member: 'id' | 'namespace'; rule: string } | null {
  const isFeature = FEATURE_ID.test(id);
  if (namespace !== 'ENTITLEMENT')
    return isFeature
      ? { member: 'id', rule: 'must not contain dots, except in the namespace ENTITLEMENT' }
      : null;
  if (!isFeature) return { member: 'id', rule: 'must be the id of a feature in the namespace ENTITLEMENT' };
  if (ENTITLEMENT_OWNERS.includes(entityType)) return null;
  return {
    member: 'namespace',
    rule: `ENTITLEMENT is only for settings of ${ENTITLEMENT_OWNERS.join(', ')}`,
  };
}

/** The entity type as stored. */
export function readEntityType(sent: string): EntityType {
  const entityType = ENTITY_TYPES.find((name) => name === sent.toUpperCase());
  if (!entityType)
    throw settingInvalid({ at: 'entityType', rule: `must be one of ${ENTITY_TYPES.join(', ')}` });
  return entityType;
}

const MAX_VALUE_BYTES = 32_768;

/** Why a value does not match its data type; null if it does. */
function checkValue(dataType: (typeof SETTING_DATA_TYPES)[number], value: string): string | null {
  if (Buffer.byteLength(value) > MAX_VALUE_BYTES) return 'must be at most 32 KiB';
  switch (dataType) {
    case 'STRING':
      return null;
    case 'NUMERIC': {
      const number = parseJsonDecimal(value);
      return 'error' in number ? number.error : null;
    }
    case 'JSON':
      return isJson(value) ? null : 'is not valid JSON';
    case 'JSON_LOGIC':
      return checkLogic(value);
    default:
      return dataType satisfies never;
  }
}

function isJson(value: string): boolean {
  try {
    JSON.parse(value);
    return true;
  } catch {
    return false;
  }
}

function checkLogic(value: string): string | null {
  try {
    parseLogic(value, GENERAL_LIMITS);
    return null;
  } catch (error) {
    if (error instanceof LogicError) return error.message;
    throw error;
  }
}

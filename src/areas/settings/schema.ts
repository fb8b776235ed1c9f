import { type Static, Type } from 'typebox';
import { Closed, Enum, MultilineText, Name, PageOf, Text } from '#platform/http/schemas.ts';

export const SETTING_DATA_TYPES = ['STRING', 'NUMERIC', 'JSON', 'JSON_LOGIC'] as const;
export const NAMESPACES = ['USER', 'PLATFORM', 'INTEGRATION', 'ENTITLEMENT'] as const;
/** Types of resources for which the public API stores settings. */
export const ENTITY_TYPES = [
  'ORGANIZATION',
  'CUSTOMER',
  'ACCOUNT',
  'INVOICE_GROUP',
  'EVENT_SCHEMA',
  'USAGE_METER',
  'ADD_ON',
  'FEATURE',
  'PRICE_PLAN',
  'INVOICE',
] as const;
export type EntityType = (typeof ENTITY_TYPES)[number];

const own = {
  // No dots, so that the setting's address can be split; only the value of an entitlement has the id of its
  // feature, with dots.
  id: Text(1, 100, {
    pattern: '^(?:[A-Za-z0-9_-]+|feature\\.[A-Za-z0-9]{8}\\.[A-Za-z0-9]{7})$',
    form: 'must contain only letters, digits, _ and -, or be the id of a feature',
  }),
  value: MultilineText(0, 32_768, { description: 'Always text, which must parse as the data type' }),
  namespace: Text(1, 20, { description: `${NAMESPACES.join(', ')}; in any case` }),
  name: Name(1, 255),
  dataType: Enum(SETTING_DATA_TYPES),
};

/** A setting inside the resource that it belongs to, in requests and responses. */
export const EntitySetting = Closed(own, { component: 'EntitySetting' });
export type EntitySetting = Static<typeof EntitySetting>;

export const Setting = Closed(
  {
    id: own.id,
    value: own.value,
    entityType: Text(1, 50, { description: `${ENTITY_TYPES.join(', ')}; in any case` }),
    entityId: Text(1, 255),
    namespace: own.namespace,
    name: own.name,
    dataType: own.dataType,
  },
  { component: 'Setting' },
);
export type Setting = Static<typeof Setting>;

export const SettingPage = PageOf(Setting);

export const UpdateSettingRequest = Closed(
  {
    name: Type.Optional(own.name),
    value: Type.Optional(own.value),
    dataType: Type.Optional(own.dataType),
  },
  { component: 'UpdateSettingRequest' },
);

export const SettingParams = Type.Object({
  setting_id_str: Text(1, 512, { description: 'setting.<namespace>.<id>.<entity type>.<entity id>' }),
});

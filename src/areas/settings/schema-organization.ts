import { type Static, Type } from 'typebox';
import { Closed, Enum, List, MultilineText, Nullable, Text } from '#platform/http/schemas.ts';
import { ENTITY_TYPES, SETTING_DATA_TYPES } from './schema.ts';

const OrganizationSetting = Closed(
  {
    id: Type.String(),
    dataType: Enum(SETTING_DATA_TYPES),
    form: Type.String({ description: 'The accepted values, in words' }),
    values: Type.Optional(List(Type.String(), { maxItems: 20, description: 'All of them, if they are few' })),
    meaning: Type.String(),
    owners: List(Enum(ENTITY_TYPES), {
      maxItems: 10,
      description: 'Who can have the setting; the first that has it wins, in this order',
    }),
    value: Type.Optional(Type.String({ description: 'What applies; absent: `meaning` says what happens' })),
    default: Type.Optional(Type.String()),
    source: Enum(['ORGANIZATION', 'DEFAULT'], { description: 'Where `value` comes from' }),
  },
  { component: 'OrganizationSetting' },
);
export type OrganizationSetting = Static<typeof OrganizationSetting>;

export const OrganizationSettings = Closed(
  { data: List(OrganizationSetting, { maxItems: 100, description: 'Sorted by id' }) },
  { component: 'OrganizationSettings' },
);

export const UpdateOrganizationSettingsRequest = Closed(
  {
    settings: List(
      Closed({
        id: Text(1, 100),
        value: Nullable(MultilineText(0, 32_768, { description: 'Null: the default applies again' })),
      }),
      { minItems: 1, maxItems: 100, description: 'Others stay as they are' },
    ),
  },
  { component: 'UpdateOrganizationSettingsRequest' },
);
export type UpdateOrganizationSettingsRequest = Static<typeof UpdateOrganizationSettingsRequest>;

import { operation } from '#platform/http/operation.ts';
import { describeKeys } from '../describe-settings.ts';
import { getWritableEntity } from '../get-writable-entity.ts';
import { settingEntityArchived, settingEntityNotFound, settingInvalid } from '../problems.ts';
import { readEntityType, readSetting } from '../rules.ts';
import { Setting } from '../schema.ts';
import { storeSetting } from '../store-setting.ts';

export const createSetting = operation({
  id: 'createSetting',
  method: 'POST',
  route: '/settings',
  scope: 'settings:write',
  summary: 'Store a setting',
  description:
    'Inserts the setting, or replaces the one with the same namespace, id and entity. Keys of namespace ' +
    `PLATFORM, with the entity types that can have them; the first with a value wins:\n\n${describeKeys()}`,
  request: { body: Setting },
  response: { status: 201, body: Setting },
  problems: [settingInvalid, settingEntityNotFound, settingEntityArchived],
  async handle({ tx, org, now }, { body }) {
    const { entityType: type, entityId: id, ...sent } = body;
    const entityType = readEntityType(type);
    const setting = readSetting(sent, { entityType, at: '' });
    const owner = await getWritableEntity(tx, org, { entityType, entityId: id });
    await storeSetting(tx, org, { ...owner, setting, now });
    return { ...setting, ...owner };
  },
});

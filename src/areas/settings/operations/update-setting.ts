import { operation } from '#platform/http/operation.ts';
import { getWritableEntity } from '../get-writable-entity.ts';
import {
  settingEntityArchived,
  settingEntityNotFound,
  settingInvalid,
  settingNotFound,
} from '../problems.ts';
import { parseAddress, readSetting } from '../rules.ts';
import { Setting, SettingParams, UpdateSettingRequest } from '../schema.ts';
import { lockSetting } from '../store/settings.ts';
import { storeSetting } from '../store-setting.ts';

export const updateSetting = operation({
  id: 'updateSetting',
  method: 'PATCH',
  route: '/settings/{setting_id_str}',
  scope: 'settings:write',
  summary: 'Change the name, value or data type of a setting',
  request: { params: SettingParams, body: UpdateSettingRequest },
  response: { status: 201, body: Setting },
  problems: [settingNotFound, settingInvalid, settingEntityNotFound, settingEntityArchived],
  async handle({ tx, org, now }, { params, body }) {
    const key = parseAddress(params.setting_id_str);
    const row = key && (await lockSetting(tx, org, key));
    if (!key || !row) throw settingNotFound({ id: params.setting_id_str });
    const owner = await getWritableEntity(tx, org, key);
    const { id, namespace, name, value, dataType } = { ...row, ...body };
    const setting = readSetting({ id, namespace, name, value, dataType }, { ...owner, at: '' });
    await storeSetting(tx, org, { ...owner, setting, now });
    return { ...setting, ...owner };
  },
});

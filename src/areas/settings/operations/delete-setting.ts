import { operation } from '#platform/http/operation.ts';
import { Success } from '#platform/http/schemas.ts';
import { getWritableEntity } from '../get-writable-entity.ts';
import { planAdvanceAgain } from '../plan-advance.ts';
import {
  settingEntityArchived,
  settingEntityNotFound,
  settingInvalid,
  settingNotFound,
} from '../problems.ts';
import { parseAddress } from '../rules.ts';
import { SettingParams } from '../schema.ts';
import { deleteSettingRow, lockSetting } from '../store/settings.ts';
import { planSetup } from '../store-setting.ts';

export const deleteSetting = operation({
  id: 'deleteSetting',
  method: 'DELETE',
  route: '/ext/v1/settings/{setting_id_str}',
  scope: 'settings:write',
  summary: 'Delete a setting',
  description: 'The product then uses the value of the next owner that has the setting, or else the default.',
  request: { params: SettingParams },
  response: { status: 200, body: Success },
  problems: [settingNotFound, settingInvalid, settingEntityNotFound, settingEntityArchived],
  deletes: 'setting',
  async handle({ tx, org, now }, { params }) {
    const key = parseAddress(params.setting_id_str);
    const row = key && (await lockSetting(tx, org, key));
    if (!key || !row) throw settingNotFound({ id: params.setting_id_str });
    await getWritableEntity(tx, org, key);
    await deleteSettingRow(tx, org, key);
    await planAdvanceAgain(tx, org, { ...key, now });
    await planSetup(tx, org, { ...key, now });
    return { success: true };
  },
});

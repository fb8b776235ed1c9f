import { operation } from '#platform/http/operation.ts';
import { findMirroredSetting } from '../find-mirrored-setting.ts';
import { settingNotFound } from '../problems.ts';
import { parseAddress } from '../rules.ts';
import { Setting, SettingParams } from '../schema.ts';
import { findSetting } from '../store/settings.ts';

export const getSetting = operation({
  id: 'getSetting',
  method: 'GET',
  route: '/settings/{setting_id_str}',
  scope: 'settings:read',
  summary: 'Get a setting',
  request: { params: SettingParams },
  response: { status: 200, body: Setting },
  problems: [settingNotFound],
  async handle({ tx, org }, { params }) {
    const key = parseAddress(params.setting_id_str);
    const stored = key && (await findSetting(tx, org, key));
    const setting = stored ?? (key && (await findMirroredSetting(tx, org, key)));
    if (!setting) throw settingNotFound({ id: params.setting_id_str });
    return setting;
  },
});

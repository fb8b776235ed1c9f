import './tables.ts';
import type { Area } from '#platform/http/area.ts';
import { createSetting } from './operations/create-setting.ts';
import { deleteSetting } from './operations/delete-setting.ts';
import { getOrganizationSettings } from './operations/get-organization-settings.ts';
import { getSetting } from './operations/get-setting.ts';
import { listSettings } from './operations/list-settings.ts';
import { updateOrganizationSettings } from './operations/update-organization-settings.ts';
import { updateSetting } from './operations/update-setting.ts';

export const settings: Area = {
  name: 'settings',
  title: 'Settings',
  operations: [
    ...[createSetting, listSettings, getSetting, updateSetting, deleteSetting],
    ...[getOrganizationSettings, updateOrganizationSettings],
  ],
};

import { operation } from '#platform/http/operation.ts';
import { SettingPage } from '../schema.ts';
import { listSettings as listRows, settingList } from '../store/settings.ts';

export const listSettings = operation({
  id: 'listSettings',
  method: 'GET',
  route: '/settings',
  scope: 'settings:read',
  summary: 'List settings',
  response: { status: 200, body: SettingPage },
  list: settingList,
  async handle({ tx, org }, { page }) {
    const { rows, nextToken } = await listRows(tx, org, page);
    return { data: rows, nextToken };
  },
});

import { operation } from '#platform/http/operation.ts';
import { changeOrganizationSettings, describeOrganizationSettings } from '../organization-settings.ts';
import { settingInvalid, settingRepeated } from '../problems.ts';
import { OrganizationSettings, UpdateOrganizationSettingsRequest } from '../schema-organization.ts';

export const updateOrganizationSettings = operation({
  id: 'updateOrganizationSettings',
  method: 'PATCH',
  route: '/ext/v1/organization/settings',
  scope: 'settings:write',
  summary: 'Change several settings of the organization at once',
  description: 'Stores all of them, or none if one is invalid; a value of null brings back the default.',
  request: { body: UpdateOrganizationSettingsRequest },
  response: { status: 200, body: OrganizationSettings },
  problems: [settingInvalid, settingRepeated],
  async handle({ tx, org, now }, { body }) {
    await changeOrganizationSettings(tx, org, { changes: body.settings, now });
    return describeOrganizationSettings(tx, org);
  },
});

import './tables.ts';
import type { Area } from '#platform/http/area.ts';
import { createLicenseUpdate } from './operations/create-license-update.ts';
import { listLicenseUpdates } from './operations/list-license-updates.ts';
import { listNamedLicenseUpdates } from './operations/list-named-license-updates.ts';
import { updateLicenseUpdate } from './operations/update-license-update.ts';

export const licenses: Area = {
  name: 'licenses',
  title: 'Licenses',
  operations: [createLicenseUpdate, listLicenseUpdates, updateLicenseUpdate, listNamedLicenseUpdates],
};

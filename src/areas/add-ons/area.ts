import './tables.ts';
import type { Area } from '#platform/http/area.ts';
import { archiveAddOn } from './operations/archive-add-on.ts';
import { createAddOn } from './operations/create-add-on.ts';
import { getAddOn } from './operations/get-add-on.ts';
import { listAddOns } from './operations/list-add-ons.ts';
import { updateAddOn } from './operations/update-add-on.ts';

export const addOns: Area = {
  name: 'add-ons',
  title: 'Add-ons',
  operations: [createAddOn, listAddOns, getAddOn, updateAddOn, archiveAddOn],
};

import './tables.ts';
import type { Area } from '#platform/http/area.ts';
import { createSavedView } from './operations/create-saved-view.ts';
import { deleteSavedView } from './operations/delete-saved-view.ts';
import { listSavedViews } from './operations/list-saved-views.ts';
import { updateSavedView } from './operations/update-saved-view.ts';

export const savedViews: Area = {
  name: 'saved-views',
  title: 'Saved views',
  operations: [listSavedViews, createSavedView, updateSavedView, deleteSavedView],
};

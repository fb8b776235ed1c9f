import { operation } from '#platform/http/operation.ts';
import { describeSavedView } from '../describe-saved-view.ts';
import { getOwnView } from '../get-own-view.ts';
import { savedViewNameTaken, savedViewNotFound, savedViewOfAnother } from '../problems.ts';
import { SavedView, SavedViewParams, UpdateSavedViewRequest } from '../schema.ts';
import { hasSavedViewName, lockSavedViews, updateSavedViewRow } from '../store.ts';

export const updateSavedView = operation({
  id: 'updateSavedView',
  method: 'PATCH',
  route: '/ext/v1/saved_views/{saved_view_id}',
  scope: null,
  summary: 'Rename, share or change your own saved view',
  request: { params: SavedViewParams, body: UpdateSavedViewRequest },
  response: { status: 200, body: SavedView },
  problems: [savedViewNotFound, savedViewOfAnother, savedViewNameTaken],
  async handle(context, { params, body }) {
    const { tx, org, now, actor } = context;
    await lockSavedViews(tx, org);
    const view = await getOwnView(context, params.saved_view_id);
    const { id } = view;
    const { name } = { ...view, ...body };
    if (await hasSavedViewName(tx, org, { ...view, name })) throw savedViewNameTaken({ name });
    return describeSavedView(
      await updateSavedViewRow(tx, org, { id, set: { ...body, updatedAt: now } }),
      actor,
    );
  },
});

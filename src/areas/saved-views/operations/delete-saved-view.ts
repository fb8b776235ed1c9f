import { operation } from '#platform/http/operation.ts';
import { Success } from '#platform/http/schemas.ts';
import { getOwnView } from '../get-own-view.ts';
import { savedViewNotFound, savedViewOfAnother } from '../problems.ts';
import { SavedViewParams } from '../schema.ts';
import { deleteSavedViewRow } from '../store.ts';

export const deleteSavedView = operation({
  id: 'deleteSavedView',
  method: 'DELETE',
  route: '/ext/v1/saved_views/{saved_view_id}',
  scope: null,
  summary: 'Delete your own saved view',
  description: 'A shared view is gone for everybody.',
  request: { params: SavedViewParams },
  response: { status: 200, body: Success },
  problems: [savedViewNotFound, savedViewOfAnother],
  deletes: 'saved_view',
  async handle(context, { params }) {
    const { tx, org } = context;
    const { id } = await getOwnView(context, params.saved_view_id);
    await deleteSavedViewRow(tx, org, id);
    return { success: true };
  },
});

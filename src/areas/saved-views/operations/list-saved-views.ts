import { operation } from '#platform/http/operation.ts';
import { describeSavedView } from '../describe-saved-view.ts';
import { SavedViewPage } from '../schema.ts';
import { listSavedViewPage, savedViewList } from '../store.ts';

export const listSavedViews = operation({
  id: 'listSavedViews',
  method: 'GET',
  route: '/ext/v1/saved_views',
  scope: null,
  summary: 'List saved views of lists',
  description: 'The caller’s own views, and those that others share.',
  response: { status: 200, body: SavedViewPage },
  list: savedViewList,
  async handle({ tx, org, actor }, { page }) {
    const { rows, nextToken } = await listSavedViewPage(tx, org, { owner: actor.credentialId, page });
    return { data: rows.map((row) => describeSavedView(row, actor)), nextToken };
  },
});

import { operation } from '#platform/http/operation.ts';
import { newId } from '#platform/ids.ts';
import { describeSavedView } from '../describe-saved-view.ts';
import { savedViewNameTaken, tooManySavedViews } from '../problems.ts';
import { CreateSavedViewRequest, SavedView } from '../schema.ts';
import { countSavedViews, hasSavedViewName, insertSavedView, lockSavedViews } from '../store.ts';

/** Of one person or key, over all lists. */
export const MAX_SAVED_VIEWS = 200;

export const createSavedView = operation({
  id: 'createSavedView',
  method: 'POST',
  route: '/ext/v1/saved_views',
  scope: null,
  summary: 'Save the filters of a list under a name',
  description: `Each person and each API key has at most ${MAX_SAVED_VIEWS}.`,
  request: { body: CreateSavedViewRequest },
  response: { status: 201, body: SavedView },
  problems: [savedViewNameTaken, tooManySavedViews],
  async handle({ tx, org, now, actor }, { body }) {
    await lockSavedViews(tx, org);
    const owner = actor.credentialId;
    const id = newId('view', now);
    if (await hasSavedViewName(tx, org, { ...body, id, owner })) throw savedViewNameTaken(body);
    if ((await countSavedViews(tx, org, owner)) >= MAX_SAVED_VIEWS)
      throw tooManySavedViews({ max: MAX_SAVED_VIEWS });
    const row = await insertSavedView(tx, org, {
      ...{ ...body, id, owner, isShared: body.isShared ?? false, ownerName: actor.user?.name ?? null },
      ...{ createdAt: now, updatedAt: now },
    });
    return describeSavedView(row, actor);
  },
});

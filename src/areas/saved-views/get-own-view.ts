import type { Context } from '#platform/http/operation.ts';
import { savedViewNotFound, savedViewOfAnother } from './problems.ts';
import { lockSavedView, type SavedViewRow } from './store.ts';

/**
 * A view that the caller saved, locked. Raises `savedViewOfAnother` for what another shares, and
 * `savedViewNotFound` for what another keeps private.
 */
export async function getOwnView(
  { tx, org, actor }: Pick<Context, 'tx' | 'org' | 'actor'>,
  id: string,
): Promise<SavedViewRow> {
  const view = await lockSavedView(tx, org, id);
  const isOwn = view?.owner === actor.credentialId;
  if (!view || (!isOwn && !view.isShared)) throw savedViewNotFound({ id });
  if (!isOwn) throw savedViewOfAnother({ owner: view.ownerName ?? view.owner });
  return view;
}

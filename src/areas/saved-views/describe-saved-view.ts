import type { Actor } from '#platform/http/operation.ts';
import type { SavedViewRow } from './store.ts';

/** The wire shape of a saved view. */
export function describeSavedView({ ownerName, ...row }: SavedViewRow, actor: Actor) {
  return { ...row, ...(ownerName !== null && { ownerName }), isOwn: row.owner === actor.credentialId };
}

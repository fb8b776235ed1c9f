import type { Context } from '#platform/http/operation.ts';
import { noteNotFound, noteOfAnother } from './problems.ts';
import { lockNote, type NoteRow } from './store.ts';

/** A note that the caller has written, locked. Raises `noteNotFound` or `noteOfAnother`. */
export async function getOwnNote(
  { tx, org, actor }: Pick<Context, 'tx' | 'org' | 'actor'>,
  id: string,
): Promise<NoteRow> {
  const note = await lockNote(tx, org, id);
  if (!note) throw noteNotFound({ id });
  if (note.author !== actor.credentialId) throw noteOfAnother({ author: note.authorName ?? note.author });
  return note;
}

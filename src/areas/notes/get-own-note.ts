import type { Context } from '#platform/http/operation.ts';
import { noteNotFound, noteOfAnother } from './problems.ts';
import { lockNote, type NoteRow } from './store.ts';

/** A note that the caller has written, locked. Raises `noteNotFound` or `noteOfAnother`. */
export async function getOwnNote(
  { tx, org, actor }: Pick<Context, 'tx' | 'org' | 'actor'>,
  id: string,
): Promise<NoteRow> {
  const note = await getNote({ tx, org }, id);
  if (note.author !== actor.credentialId) throw noteOfAnother(describeAuthor(note));
  return note;
}

/** A note that the caller may delete, locked: administrators may also delete those of others. */
export async function getDeletableNote(
  { tx, org, actor }: Pick<Context, 'tx' | 'org' | 'actor'>,
  id: string,
): Promise<NoteRow> {
  const note = await getNote({ tx, org }, id);
  const isAllowed = note.author === actor.credentialId || actor.scopes.has('org:write');
  if (!isAllowed) throw noteOfAnother(describeAuthor(note));
  return note;
}

async function getNote({ tx, org }: Pick<Context, 'tx' | 'org'>, id: string): Promise<NoteRow> {
  const note = await lockNote(tx, org, id);
  if (!note) throw noteNotFound({ id });
  return note;
}

function describeAuthor({ author, authorName }: NoteRow): { author: string } {
  return { author: authorName ?? author };
}

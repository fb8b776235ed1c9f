import { operation } from '#platform/http/operation.ts';
import { Success } from '#platform/http/schemas.ts';
import { getDeletableNote } from '../get-own-note.ts';
import { noteNotFound, noteOfAnother } from '../problems.ts';
import { NoteParams } from '../schema.ts';
import { deleteNoteRow } from '../store.ts';

export const deleteNote = operation({
  id: 'deleteNote',
  method: 'DELETE',
  route: '/ext/v1/notes/{note_id}',
  scope: 'customers:write',
  summary: 'Delete a note',
  description:
    'Only its author can delete a note, and callers with the scope org:write, such as administrators. Its ' +
    'text stays in the audit log until the retention is over or the customer is erased.',
  request: { params: NoteParams },
  response: { status: 200, body: Success },
  problems: [noteNotFound, noteOfAnother],
  deletes: 'note',
  async handle(context, { params }) {
    const { tx, org } = context;
    const { id } = await getDeletableNote(context, params.note_id);
    await deleteNoteRow(tx, org, id);
    return { success: true };
  },
});

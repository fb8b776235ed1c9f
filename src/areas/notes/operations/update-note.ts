import { operation } from '#platform/http/operation.ts';
import { describeNote } from '../describe-note.ts';
import { getOwnNote } from '../get-own-note.ts';
import { noteNotFound, noteOfAnother } from '../problems.ts';
import { Note, NoteParams, UpdateNoteRequest } from '../schema.ts';
import { updateNoteText } from '../store.ts';

export const updateNote = operation({
  id: 'updateNote',
  method: 'PATCH',
  route: '/ext/v1/notes/{note_id}',
  scope: 'customers:write',
  summary: 'Change the text of your own note',
  description: 'Earlier texts stay in the audit log.',
  request: { params: NoteParams, body: UpdateNoteRequest },
  response: { status: 200, body: Note },
  problems: [noteNotFound, noteOfAnother],
  async handle(context, { params, body }) {
    const { tx, org, now } = context;
    const { id } = await getOwnNote(context, params.note_id);
    return describeNote(await updateNoteText(tx, org, { id, text: body.text, now }));
  },
});

import './tables.ts';
import type { Area } from '#platform/http/area.ts';
import { createNote } from './operations/create-note.ts';
import { deleteNote } from './operations/delete-note.ts';
import { listNotes } from './operations/list-notes.ts';
import { updateNote } from './operations/update-note.ts';

export const notes: Area = {
  name: 'notes',
  title: 'Notes',
  operations: [listNotes, createNote, updateNote, deleteNote],
};

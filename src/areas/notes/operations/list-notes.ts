import { operation } from '#platform/http/operation.ts';
import { describeNote } from '../describe-note.ts';
import { NotePage } from '../schema.ts';
import { listNotePage, noteList } from '../store.ts';

export const listNotes = operation({
  id: 'listNotes',
  method: 'GET',
  route: '/ext/v1/notes',
  scope: 'customers:read',
  summary: 'List notes, the newest first',
  description: 'With customer_id, the notes about the customer and all of its accounts.',
  response: { status: 200, body: NotePage },
  list: noteList,
  async handle({ tx, org }, { page }) {
    const { rows, nextToken } = await listNotePage(tx, org, page);
    return { data: rows.map(describeNote), nextToken };
  },
});

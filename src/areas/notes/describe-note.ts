import type { NoteRow } from './store.ts';

/** The wire shape of a note. */
export function describeNote({ accountId, authorName, ...row }: NoteRow) {
  return { ...row, ...(accountId !== null && { accountId }), ...(authorName !== null && { authorName }) };
}

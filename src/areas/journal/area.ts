import type { Area } from '#platform/http/area.ts';
import { getJournal } from './operations/get-journal.ts';
import { listJournalLines } from './operations/list-journal-lines.ts';

/** What was booked: invoices, payments, wallets and credits as double entries on accounts. */
export const journal: Area = {
  name: 'journal',
  title: 'Journal',
  operations: [getJournal, listJournalLines],
};

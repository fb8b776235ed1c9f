import './tables.ts';
import type { Area } from '#platform/http/area.ts';
import { getJournal } from './operations/get-journal.ts';
import { getStatement } from './operations/get-statement.ts';
import { listJournalLines } from './operations/list-journal-lines.ts';
import { previewStatementMail } from './operations/preview-statement-mail.ts';
import { printStatement } from './operations/print-statement.ts';
import { sendStatement } from './operations/send-statement.ts';

/** What was booked: invoices, payments, wallets and credits as double entries on accounts. */
export const journal: Area = {
  name: 'journal',
  title: 'Journal',
  operations: [
    ...[getJournal, listJournalLines, getStatement, printStatement],
    ...[previewStatementMail, sendStatement],
  ],
};

import { accountNotFound } from '#areas/accounts/index.ts';
import {
  CreateCreditNoteRequest,
  creditNoteInvalid,
  creditNoteKeyTaken,
  creditNoteRefused,
  dryRunCreditNote,
  invoiceNotFound,
} from '#areas/invoices/index.ts';
import { readClock } from '#platform/db/clock.ts';
import { watchEffects } from '#platform/db/effects.ts';
import { longOperation } from '#platform/http/operation.ts';
import { concurrentChange } from '#platform/problem.ts';
import { PREVIEW_PROBLEMS, renderUnmarked } from '../preview.ts';
import { readPdfLayout } from '../read-pdf-layout.ts';
import { CreditNotePreview, InvoiceParams } from '../schema.ts';

export const previewCreditNote = longOperation({
  id: 'previewCreditNote',
  method: 'POST',
  route: '/ext/v1/invoices/{invoice_id}/credit_notes/preview',
  scope: 'invoices:write',
  summary: 'Preview a credit note with its PDF and its effects',
  description:
    'Issues the credit note in a transaction and rolls it back, so that the amounts, the problems and the ' +
    'PDF are those of the issued note. Only its number is masked: every digit is 0. Nothing is stored, and ' +
    'no number is used.',
  request: { params: InvoiceParams, body: CreateCreditNoteRequest },
  response: { status: 200, body: CreditNotePreview },
  problems: [
    ...[invoiceNotFound, creditNoteRefused, creditNoteInvalid, creditNoteKeyTaken],
    ...[accountNotFound, concurrentChange, ...PREVIEW_PROBLEMS],
  ],
  // A worker thread renders it, outside any transaction.
  async handleLong({ database, deployment, org }, { params, body }) {
    const requested = { invoiceId: params.invoice_id, body };
    const found = await database.transaction({ orgId: org.orgId, access: 'write' }, async (tx) => {
      // As the request that issues it: a note that no request asked for would wait for one.
      watchEffects(tx);
      const context = { tx, org, deployment, now: await readClock(tx, org) };
      return dryRunCreditNote(context, requested, async (note) => ({
        row: { ...note, sequenceId: masked(note.sequenceId) },
        pdf: await readPdfLayout(context, note),
      }));
    });
    const { row, pdf } = found.read;
    return {
      currency: row.currency,
      isRegisteredFirst: row.finalizingStatus !== 'FINALIZED',
      lines: found.lines,
      ...found.effect,
      contentType: 'application/pdf',
      content: await renderUnmarked({ org, deployment }, { row, pdf }),
    };
  },
});

function masked(number: string | null): string | null {
  return number === null ? null : number.replace(/\d/g, '0');
}

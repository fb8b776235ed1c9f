import { beforeAll, expect, it } from 'vitest';
import { entriesOf } from '#test/bill-run-scenario.ts';
import { invoiceRow, keepInvoices, orgOf } from '#test/invoice-rows.ts';
import { makeJob } from '#test/job-rows.ts';
import { useService } from '#test/running-app.ts';
import { BILL_INVOICE } from './bill-invoice.ts';

const service = useService();
beforeAll(() => service.sandbox.setClock('2030-03-01T00:00:00Z'));

it('does nothing to an invoice that is gone, or issued, or that does not wait any more', async () => {
  const draft = { status: 'DRAFT', finalizingStatus: null, autoAdvance: false } as const;
  const later = Temporal.Instant.from('2030-03-01T00:00:00.001Z');
  await keepInvoices(service, await orgOf(service, 'sandbox'), [
    invoiceRow({ id: 'issued', accountId: 'issued' }),
    invoiceRow({ id: 'advancing', accountId: 'advancing', ...draft, autoAdvance: true }),
    invoiceRow({ id: 'later', accountId: 'later', ...draft, invoiceDate: later }),
  ]);
  const entityIds = ['issued', 'advancing', 'later', 'gone'];
  const job = { type: 'BILL_RUN', requireConfirmation: false, entryKind: BILL_INVOICE } as const;
  const { id } = await makeJob(service, { ...job, entityIds, at: '2030-03-01T00:00:00Z' });
  const before = await service.sandbox.must.get('/invoices');
  await service.sandbox.settle();
  const error =
    'does not wait for a bill run; GET /invoices/bill_runs?status=DRAFT lists the invoices that do';
  expect(await entriesOf(service.sandbox, id)).toEqual([
    `advancing FAILED invoice advancing ${error}`,
    'gone COMPLETED',
    'issued COMPLETED',
    `later FAILED invoice later ${error}`,
  ]);
  expect(await service.sandbox.must.get('/invoices')).toEqual(before);
});

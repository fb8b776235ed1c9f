import { beforeAll, describe, expect, it } from 'vitest';
import { STORE_PDF } from '#areas/invoices/lifecycle/planned-work.ts';
import { planScheduledWork } from '#platform/db/scheduled-work.ts';
import type { Org } from '#platform/http/operation.ts';
import { invoiceRow, keepInvoices, orgOf } from '#test/invoice-rows.ts';
import { pdfPages } from '#test/read-pdf.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
let org: Org;

/** Plans the work as the closing of a cycle does, and does it. */
async function store(...ids: string[]): Promise<void> {
  const { now } = await service.sandbox.must.get('/ext/v1/clock');
  const dueAt = Temporal.Instant.from(now);
  await service.app.database.transaction({ orgId: org.orgId, access: 'write' }, async (tx) => {
    for (const id of ids)
      await planScheduledWork(tx, org, {
        kind: STORE_PDF,
        key: id,
        dueAt,
        now: dueAt,
        rank: 90,
        payload: { invoiceId: id },
      });
  });
  await service.sandbox.settle();
}

beforeAll(async () => {
  await service.sandbox.setClock('2030-02-03T05:00:00Z');
  org = await orgOf(service, 'sandbox');
  await keepInvoices(service, org, [
    invoiceRow({ id: 'inv.1', sequenceId: '2030-02-0001' }),
    invoiceRow({ id: 'inv.2', scheduleId: 's2', status: 'DRAFT', finalizingStatus: null }),
  ]);
});

describe('storing the PDF of an invoice', () => {
  it('gives the invoice a link that leads to the document, once', async () => {
    await store('inv.1');
    const { pdfUrl } = await service.sandbox.must.get('/invoices/inv.1');
    const response = await service.app.server.inject({ url: pdfUrl });
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toBe('application/pdf');
    expect(response.headers['content-disposition']).toBe('attachment; filename="invoice-2030-02-0001.pdf"');
    const [page = []] = pdfPages(response.rawPayload);
    expect(page).toContain('SANDBOX — not a real invoice');
    expect(page).toContain('USD 146.11');
    await store('inv.1');
    const { pdfUrl: again } = await service.sandbox.must.get('/invoices/inv.1');
    expect(again.replace(/\?.*/, '')).toBe(pdfUrl.replace(/\?.*/, ''));
  });

  it('leaves drafts, and invoices that are gone, alone', async () => {
    await store('inv.2', 'inv.9');
    expect(await service.sandbox.must.get('/invoices/inv.2')).not.toHaveProperty('pdfUrl');
    const { rows } = await service.app.database.pool.query('select 1 from scheduled_work where attempts > 0');
    expect(rows).toEqual([]);
  });
});

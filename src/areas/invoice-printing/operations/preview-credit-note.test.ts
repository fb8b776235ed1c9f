import { beforeAll, describe, expect, it } from 'vitest';
import { findInvoice } from '#areas/invoices/index.ts';
import { openAccount } from '#test/billing-scenario.ts';
import { orgOf } from '#test/invoice-rows.ts';
import { payInvoice } from '#test/payment-scenario.ts';
import { pdfPages } from '#test/read-pdf.ts';
import { type Client, type Reply, useService } from '#test/running-app.ts';
import { renderInvoicePdf } from '../pdf/render-invoice-pdf.ts';
import { readPdfLayout } from '../read-pdf-layout.ts';

const service = useService();
let client: Client;
let accounts = 0;

/** An account that owes 100 for work and 60 for hosting, with 20 % of tax: 192. */
async function bill(): Promise<Reply['body']> {
  accounts += 1;
  const accountId = `acme-${accounts}`;
  await openAccount(client, accountId);
  const lineItems = [
    { id: 'work', description: 'Work', value: 100 },
    { id: 'hosting', description: 'Hosting', quantity: 2, valuePerQuantity: 30 },
  ];
  const period = { startDate: '2030-01-01T00:00:00Z', endDate: '2030-02-01T00:00:00Z' };
  return client.must.post('/invoices', { accountId, status: 'DUE', ...period, lineItems });
}
const path = ({ id }: Reply['body']) => `/ext/v1/invoices/${id}/credit_notes`;
const preview = (invoice: Reply['body'], body: object) =>
  client.post(`${path(invoice)}/preview`, { reason: 'Outage', ...body });
const flowOf = ({ total, taxes, restoredCredits, paysInvoice, toWallet, toRefund }: Reply['body']) =>
  `${total} with ${taxes} of taxes: ${restoredCredits} credits, ${paysInvoice} invoice, ` +
  `${toWallet} wallet, ${toRefund} refund`;

beforeAll(async () => {
  client = service.sandbox;
  await client.setClock('2030-02-10T12:00:00Z');
  await client.must.post('/settings', {
    ...{ entityType: 'ORGANIZATION', entityId: 'default', namespace: 'PLATFORM', id: 'TAX_RATES' },
    ...{ name: 'Taxes', dataType: 'JSON', value: JSON.stringify([{ name: 'VAT', rate: '0.2' }]) },
  });
});

describe('POST /ext/v1/invoices/{id}/credit_notes/preview', () => {
  it('200 with the lines, the taxes, and a flow that pays the open invoice', async () => {
    const invoice = await bill();
    const { status, body } = await preview(invoice, { lineItems: [{ lineId: 'work', amount: 25 }] });
    expect([status, flowOf(body)]).toEqual([
      200,
      // 25 + 20 %
      '30 with 5 of taxes: 0 credits, 30 invoice, 0 wallet, 0 refund',
    ]);
    expect(body.lines).toEqual([
      { lineId: 'work', description: 'Work', charged: 100, left: 100 },
      { lineId: 'hosting', description: 'Hosting', charged: 60, left: 60 },
    ]);
    expect(pdfPages(Buffer.from(body.content, 'base64')).flat()).toContain('0000-00-0000');
  });

  it('200 with the wallet for what a paid invoice no longer needs', async () => {
    const invoice = await bill();
    await payInvoice(client, { accountId: invoice.ownerId, invoiceId: invoice.id, amount: 180 });
    const { body } = await preview(invoice, {});
    expect(flowOf(body)).toBe('192 with 32 of taxes: 0 credits, 12 invoice, 180 wallet, 0 refund');
  });

  it('200 and nothing is stored: no note, no number, no money', async () => {
    const invoice = await bill();
    const before = await client.must.get(`/invoices?owner_id=${invoice.ownerId}`);
    await preview(invoice, {});
    const after = await client.must.get(`/invoices?owner_id=${invoice.ownerId}`);
    expect(after.data.map(({ pdfUrl: _, ...rest }: Reply['body']) => rest)).toEqual(
      before.data.map(({ pdfUrl: _, ...rest }: Reply['body']) => rest),
    );
    const [first, second] = [await bill(), await bill()];
    const counter = ({ sequenceId }: Reply['body']) => Number(sequenceId.slice(-4));
    expect(counter(second)).toBe(counter(first) + 1);
    expect(counter(first)).toBe(counter(invoice) + 1);
  });

  it('200 with the bytes of the issued document, but for the digits of its number', async () => {
    const invoice = await bill();
    const body = { lineItems: [{ lineId: 'hosting' }, { lineId: 'work', amount: 12.34 }] };
    const { content } = (await preview(invoice, body)).body;
    const note = await client.must.post(path(invoice), { reason: 'Outage', ...body });
    const org = await orgOf(service, 'sandbox');
    const { database, deployment } = service.app as unknown as Parameters<typeof issuedBytes>[0];
    const { bytes, masked } = await issuedBytes({ database, deployment }, { org, id: note.id });
    expect(Buffer.from(content, 'base64').equals(masked)).toBe(true);
    await client.settle();
    const { pdfUrl } = await client.must.get(`/invoices/${note.id}`);
    const stored = await service.app.server.inject(new URL(pdfUrl).pathname + new URL(pdfUrl).search);
    expect(Buffer.from(stored.rawPayload).equals(bytes)).toBe(true);
  });

  it('400 for more than is left, and for a line that the invoice has not', async () => {
    const invoice = await bill();
    expect((await preview(invoice, { lineItems: [{ lineId: 'work', amount: 101 }] })).status).toBe(400);
    expect((await preview(invoice, { lineItems: [{ lineId: 'other' }] })).status).toBe(400);
  });

  it('404 for an unknown invoice', async () => {
    expect((await preview({ id: 'inv.unknown' }, {})).status).toBe(404);
  });
});

/** The document of an issued invoice, and the same with the digits of its number masked. */
async function issuedBytes(
  app: { database: (typeof service)['app']['database']; deployment: never },
  { org, id }: { org: Awaited<ReturnType<typeof orgOf>>; id: string },
) {
  return app.database.transaction({ orgId: org.orgId, access: 'read' }, async (tx) => {
    const row = await findInvoice(tx, org, id);
    if (!row) throw new Error(`there is no ${id}`);
    const pdf = await readPdfLayout({ tx, org, deployment: app.deployment }, row);
    const masked = { ...row, sequenceId: row.sequenceId?.replace(/\d/g, '0') ?? null };
    return {
      bytes: Buffer.from(await renderInvoicePdf(row, pdf)),
      masked: Buffer.from(await renderInvoicePdf(masked, pdf)),
    };
  });
}

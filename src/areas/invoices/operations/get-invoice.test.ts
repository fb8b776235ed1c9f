import { beforeAll, describe, expect, it } from 'vitest';
import { invoiceRow, keepInvoices, orgOf } from '#test/invoice-rows.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
const get = (id: string) => service.production.get(`/invoices/${id}`);

beforeAll(async () => {
  const org = await orgOf(service, 'production');
  await keepInvoices(service, org, [
    invoiceRow({ id: 'inv.1' }),
    invoiceRow({ id: 'inv.2', scheduleId: 'sch.2', pdfFileId: 'file.1' }),
    invoiceRow({
      id: 'inv.3',
      scheduleId: null,
      planId: null,
      planVersion: null,
      cycleStart: null,
      cycleEnd: null,
      invoiceType: 'AD_HOC',
      status: 'DRAFT',
      finalizingStatus: null,
      dueDate: null,
    }),
  ]);
});

describe('GET /invoices/{invoice_id}', () => {
  it('200 and every line, down from the grand total', async () => {
    const { status, body } = await get('inv.1');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id: 'inv.1',
      ownerId: 'acme-eu',
      status: 'DUE',
      autoAdvance: true,
      endDate: '2030-02-01T05:00:00.000Z',
      endDateInclusive: '2030-02-01T04:59:59.999Z',
      dueDate: '2030-03-06T04:59:59.999Z',
      sequenceId: '2030-02-inv.1',
      totalAmount: 146.11,
      metadata: {},
      info: [],
      usageInfo: [
        { id: 'um.calls', type: 'USAGE_METER_USAGE', quantity: 12500, units: 'USAGE_UNITS', value: 12500 },
      ],
    });
    expect(body).not.toHaveProperty('pdfUrl');
    const walk = ['GRAND_TOTAL_AMOUNT', 'TOTAL_AMOUNT', 'NET_AMOUNT', 'GROSS_AMOUNT', 'PRICE_PLAN_AMOUNT'];
    let line = body.revenueInfo;
    for (const type of walk) {
      expect(line).toMatchObject({ type, value: 146.11, units: 'USD' });
      [line] = line.lineItems;
    }
    expect(line).toMatchObject({ type: 'SUB_TOTAL_AMOUNT', value: 146.11 });
    expect(line.lineItems.map((each: { value: number }) => each.value)).toEqual([94.5, 51.61]);
    expect(line.lineItems[0].lineItems[0]).toEqual({
      id: 'um.calls#1',
      description: 'Tier 1: up to 1000',
      type: 'USAGE_RATE_CARD_SLAB_AMOUNT',
      valuePerQuantity: 0.01,
      quantity: 1000,
      units: 'USD',
      value: 10,
      metadata: { priceType: 'PER_UNIT' },
      lineItems: [],
    });
  });

  it('200 with a link to the PDF when there is one', async () => {
    expect((await get('inv.2')).body.pdfUrl).toMatch(
      /^http:\/\/localhost:80\/f\/file\.1\?o=\d+&e=\d+&s=[\w-]+$/,
    );
  });

  it('200 for a draft that belongs to no schedule, as stored', async () => {
    const { body } = await get('inv.3');
    expect(body).toMatchObject({ status: 'DRAFT', invoiceType: 'AD_HOC', totalAmount: 146.11 });
    for (const absent of ['pricePlanId', 'finalizingStatus', 'dueDate', 'sequenceId', 'pdfUrl'])
      expect(body).not.toHaveProperty(absent);
  });

  it.each(['inv.9', 'inv.1%20', 'INV.1', 'x'.repeat(100)])('404 for %s', async (id) => {
    const { status, body, headers } = await get(id);
    expect(status).toBe(404);
    expect(headers['error-code']).toBe('INVOICE_NOT_FOUND');
    expect(body).toEqual({ message: `invoice ${decodeURIComponent(id)} not found` });
  });

  it('404 for the other environment and for another organization', async () => {
    const other = await service.createOrganization('other');
    expect((await service.sandbox.get('/invoices/inv.1')).status).toBe(404);
    expect((await other.production.get('/invoices/inv.1')).status).toBe(404);
    expect((await other.production.get('/ext/v1/invoices/inv.1/explain')).status).toBe(404);
  });

  it.each(['x'.repeat(101), 'a%00b', 'a%0Ab'])('400 for %s', async (id) => {
    expect((await get(id)).status).toBe(400);
  });
});

import { beforeAll, describe, expect, it } from 'vitest';
import { decimal } from '#core/decimal.ts';
import { invoiceRow, keepInvoices, orgOf } from '#test/invoice-rows.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
const at = (text: string) => Temporal.Instant.from(text);
const list = (query: string) => service.production.get(`/invoices${query}`);
const idsOf = async (query: string) => {
  const { status, body } = await list(query);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body.data.map((each: { id: string }) => each.id).join(' ');
};

beforeAll(async () => {
  const org = await orgOf(service, 'production');
  await service.production.must.patch('/ext/v1/organization', { timezone: 'America/New_York' });
  const cycle = (month: string, next: string) => ({
    cycleStart: Temporal.PlainDate.from(`${month}-01`),
    cycleEnd: Temporal.PlainDate.from(`${next}-01`),
    startAt: at(`${month}-01T05:00:00Z`),
    endAt: at(`${next}-01T05:00:00Z`),
    createdAt: at(`${month}-01T05:00:00Z`),
  });
  const [january, february] = [cycle('2030-01', '2030-02'), cycle('2030-02', '2030-03')];
  const globex = {
    accountId: 'globex',
    customerId: 'globex',
    details: { customer: { name: 'Globex 100%', primaryEmail: '' } },
  };
  await keepInvoices(service, org, [
    invoiceRow({ id: 'a1', ...january, invoiceDate: at('2030-02-01T05:00:00Z') }),
    invoiceRow({ id: 'a2', ...february, invoiceDate: at('2030-03-01T05:00:00Z'), status: 'PAID' }),
    invoiceRow({
      id: 'a3',
      ...february,
      invoiceType: 'STANDARD_ADVANCED',
      status: 'DRAFT',
      finalizingStatus: null,
    }),
    invoiceRow({
      id: 'b1',
      ...january,
      ...globex,
      planId: 'pp.2',
      invoiceDate: at('2030-02-02T04:59:59.999Z'),
    }),
    invoiceRow({ id: 'b2', ...february, ...globex, status: 'REFUND_INITIATED', invoiceClass: 'ORDER' }),
  ]);
});

describe('GET /invoices', () => {
  it('200 and summaries, newest first, then by id', async () => {
    const { status, body } = await list('');
    expect(status).toBe(200);
    expect(body.data.map((each: { id: string }) => each.id)).toEqual(['a2', 'a3', 'b2', 'a1', 'b1']);
    expect(body.nextToken).toBeNull();
    expect(body.data[3]).toEqual({
      id: 'a1',
      customerId: 'acme',
      ownerId: 'acme-eu',
      pricePlanId: 'pp.1',
      status: 'DUE',
      finalizingStatus: 'FINALIZED',
      invoiceClass: 'INVOICE',
      invoiceType: 'STANDARD',
      startDate: '2030-01-01T05:00:00.000Z',
      endDate: '2030-02-01T05:00:00.000Z',
      endDateInclusive: '2030-02-01T04:59:59.999Z',
      invoiceDate: '2030-02-01T05:00:00.000Z',
      dueDate: '2030-03-06T04:59:59.999Z',
      generatedAt: '2030-02-03T05:00:00.000Z',
      updatedAt: '2030-02-03T05:00:00.000Z',
      sequenceId: '2030-02-a1',
      totalAmount: 146.11,
      paidAmount: 0,
      invoiceDetails: expect.objectContaining({ pricePlanName: 'Growth' }),
      netTermDays: 30,
    });
    expect(body.data[1]).not.toHaveProperty('sequenceId');
    expect(body.data[1]).not.toHaveProperty('finalizingStatus');
  });

  it('200 page by page, with the filters of the first request inside the token', async () => {
    const first = await list('?customer_id=acme&pageSize=2');
    expect(first.body.data.map((each: { id: string }) => each.id)).toEqual(['a2', 'a3']);
    const second = await list(`?nextToken=${first.body.nextToken}`);
    expect(second.body.data.map((each: { id: string }) => each.id)).toEqual(['a1']);
    expect(second.body.nextToken).toBeNull();
  });

  // 1 February in New York is [2030-02-01T05:00Z, 2030-02-02T05:00Z) = [1896152400000, 1896238800000).
  it.each([
    ['?status=DUE', 'a1 b1'],
    ['?status=DUE,PAID', 'a2 a1 b1'],
    ['?status=INITIATE_REFUND', 'b2'],
    ['?status=REFUND_INITIATED', 'b2'],
    ['?class=ORDER', 'b2'],
    ['?class=INVOICE&owner_id=globex', 'b1'],
    ['?status=DUE&owner_id=acme-eu', 'a1'],
    ['?status=REFUND_INITIATED&class=INVOICE', ''],
    ['?status=DRAFT&class=INVOICE&owner_id=acme-eu', 'a3'],
    ['?status=DUE&invoice_date=2030-02-01', 'a1 b1'],
    ['?class=INVOICE&invoice_date=2030-02-01&customer_id=globex', 'b1'],
    ['?status=DUE&invoice_date=2030-02-01&customer_id=globex&owner_id=acme-eu', ''],
    ['?status=DUE&invoice_date=2030-02-01T05:00:00Z', 'a1'],
    ['?class=INVOICE&invoice_date=gt:2030-02-01', 'a2 a3'],
    ['?class=INVOICE&invoice_date=gte:2030-02-01&invoice_date=lt:2030-02-02', 'a1 b1'],
    ['?class=INVOICE&invoice_date=lte:2030-02-01', 'a1 b1'],
    ['?class=INVOICE&invoice_date=lt:2030-02-01', ''],
    ['?owner_id=acme-eu', 'a2 a3 a1'],
    ['?owner_id=acme-eu,globex', 'a2 a3 b2 a1 b1'],
    ['?account_id=acme-eu', 'a2 a3 a1'],
    ['?account_id=globex&class=ORDER', 'b2'],
    ['?account_id=acme-eu&price_plan_id=pp.1&start_date=2030-02-01', 'a2 a3'],
    ['?account_id=acme-eu&owner_id=globex', ''],
    ['?account_id=nobody', ''],
    ['?owner_id=globex&price_plan_id=pp.2', 'b1'],
    ['?owner_id=acme-eu&price_plan_id=pp.1&start_date=2030-02-01', 'a2 a3'],
    ['?owner_id=acme-eu&price_plan_id=pp.1&start_date=2030-01-01&end_date=2030-02-01', 'a1'],
    ['?customer_id=globex', 'b2 b1'],
    ['?start_time=1896152400000&end_time=1896238800000', 'a1 b1'],
    ['?start_time=1896152400000&end_time=1896238799999', 'a1'],
    ['?start_time=1896152400001&end_time=1896238800000&customer_id=globex', 'b1'],
    ['?start_time=1896238800000&status=PAID&owner_id=acme-eu&customer_id=acme', 'a2'],
    ['?end_time=1896238800000&status=DUE', 'a1 b1'],
    ['?start_time=1896152400000&end_time=1896152400000', ''],
    ['?_search=A1', 'a1'],
    ['?_search=2030-02-A', 'a2 a1'],
    ['?_search=GLOB', 'b2 b1'],
    ['?_search=100%25', 'b2 b1'],
    ['?_search=customer_name:acme', 'a2 a3 a1'],
    ['?_search=account_name:europe&status=PAID', 'a2'],
    ['?_search=account_id:globex', 'b2 b1'],
    ['?_sort=id:DESC', 'b2 b1 a3 a2 a1'],
    ['?_sort=created_at', 'a1 b1 a2 a3 b2'],
    ['?owner_id=nobody', ''],
  ])('200 for %s', async (query, ids) => {
    expect(await idsOf(query)).toBe(ids);
  });

  it.each([
    ['?status=OPEN', /^status: must be one of DRAFT, DUE, PAID/],
    ['?class=BILL', /^class: must be one of INVOICE, ORDER, BILLABLE$/],
    [
      '?price_plan_id=pp.1',
      /^filter combination \[price_plan_id\] is not supported; use any mix of status, /,
    ],
    ['?class=INVOICE&start_time=1', /^filter combination \[class, start_time\] is not supported/],
    ['?invoice_date=2030-02-01', /^filter combination \[invoice_date\] is not supported/],
    ['?status=DUE&invoice_date=2030-02-30', /^invoice_date: must be a date YYYY-MM-DD/],
    ['?status=DUE&invoice_date=0000-01-01', /^invoice_date: must be a date YYYY-MM-DD/],
    ['?status=DUE&invoice_date=9999-12-31T23:00:00-14:00', /^invoice_date: must be a date YYYY-MM-DD/],
    ['?start_time=2030-02-01', /^start_time: must be epoch milliseconds/],
    ['?start_time=-1', /^start_time: must be epoch milliseconds/],
    ['?start_time=1.5', /^start_time: must be epoch milliseconds/],
    ['?end_time=999999999999999', /^end_time: must be epoch milliseconds/],
    ['?start_time=1896152400001&end_time=1896152400000', /^start_time: must not be after end_time$/],
    ['?pageSize=51', /^pageSize: must be a whole number from 1 to 50$/],
    ['?pageSize=0', /^pageSize: must be a whole number from 1 to 50$/],
    ['?_sort=total_amount', /^_sort: cannot sort by total_amount; use created_at, id$/],
    ['?_search=name:acme', /^_search: cannot search by name/],
    ['?nextToken=abc', /^invalid nextToken/],
  ])('400 for %s', async (query, message) => {
    const { status, body } = await list(query);
    expect(status).toBe(400);
    expect(body.message).toMatch(message);
  });

  it('200 with 50 of more on a page, and the totals as exact numbers', async () => {
    const other = await service.createOrganization('many');
    const org = await orgOf(service, 'production', 'many');
    const rows = Array.from({ length: 51 }, (_, i) =>
      invoiceRow({
        id: `m${i}`,
        scheduleId: `s${i}`,
        totalAmount: decimal('99999999999999999999999999999999.9900'),
      }),
    );
    await keepInvoices(service, org, rows);
    const { body, text } = await other.production.get('/invoices');
    expect(body.data).toHaveLength(50);
    expect(text).toContain('"totalAmount":99999999999999999999999999999999.99,');
    expect((await other.production.get(`/invoices?nextToken=${body.nextToken}`)).body.data).toHaveLength(1);
  });

  it('200 with nothing in the other environment', async () => {
    expect((await service.sandbox.get('/invoices')).body).toEqual({ data: [], nextToken: null });
  });

  it('403 without the scope invoices:read', async () => {
    const { secret } = await service.production.must.post('/ext/v1/api_keys', {
      name: 'k',
      scopes: ['accounts:read'],
    });
    const { status } = await service.production.get('/invoices', {
      authorization: `Bearer ${secret}`,
    });
    expect(status).toBe(403);
  });
});

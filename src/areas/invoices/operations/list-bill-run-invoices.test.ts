import { beforeAll, describe, expect, it } from 'vitest';
import { invoiceRow, keepInvoices, orgOf } from '#test/invoice-rows.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
const NOW = '2030-02-10T00:00:00Z';
const at = (text: string) => Temporal.Instant.from(text);
const pending = { status: 'DRAFT', finalizingStatus: null, autoAdvance: false, dueDate: null } as const;
const processed = { billRunId: 'job.1', autoAdvance: false } as const;
const composite = {
  invoiceType: 'COMPOSITE',
  accountId: null,
  customerId: null,
  groupId: 'group-1',
} as const;
const later = '2030-02-10T00:00:00.001Z';

beforeAll(async () => {
  const row = (id: string, date: string, given: object) =>
    invoiceRow({ id, scheduleId: `sch.${id}`, invoiceDate: at(date), ...given });
  const other = { accountId: 'globex-1', customerId: 'globex' };
  await service.sandbox.setClock(NOW);
  await keepInvoices(service, await orgOf(service, 'sandbox'), [
    row('p1', '2030-02-03T00:00:00Z', pending),
    row('p2', NOW, { ...pending, ...other }),
    row('d1', '2030-02-05T00:00:00Z', processed),
    row('d2', '2030-02-03T00:00:00Z', { ...processed, ...other, status: 'PAID' }),
    // None of these is a candidate.
    row('not yet', later, pending),
    row('by itself', '2030-02-03T00:00:00Z', { ...pending, autoAdvance: true }),
    row('finalizing', '2030-02-03T00:00:00Z', { ...pending, finalizingStatus: 'FINALIZING' }),
    row('issued by itself', '2030-02-03T00:00:00Z', {}),
    row('composite', '2030-02-03T00:00:00Z', { ...pending, ...composite }),
    row('order', '2030-02-03T00:00:00Z', { ...pending, invoiceClass: 'ORDER' }),
    row('merged', '2030-02-03T00:00:00Z', { ...processed, invoiceClass: 'BILLABLE' }),
  ]);
});

const listed = async (query: string) => {
  const { data } = await service.sandbox.must.get(`/invoices/bill_runs?${query}`);
  return data.map(({ id }: { id: string }) => id).join(' ');
};
const ms = (text: string) => at(text).epochMilliseconds;

describe('GET /invoices/bill_runs', () => {
  it('200 with what waits and what bill runs have finalized, by invoice date, then id', async () => {
    expect(await listed('')).toBe('d2 p1 d1 p2');
  });

  it('200 with every member of the interface document, as in the list of invoices', async () => {
    const { data, nextToken } = await service.sandbox.must.get('/invoices/bill_runs?status=DUE');
    expect(nextToken).toBeNull();
    expect(data[0]).toMatchObject({
      ...{ id: 'd1', customerId: 'acme', ownerId: 'acme-eu' },
      ...{ invoiceClass: 'INVOICE', invoiceType: 'STANDARD', status: 'DUE', finalizingStatus: 'FINALIZED' },
      ...{ totalAmount: 146.11, paidAmount: 0 },
      ...{ startDate: '2030-01-16T05:00:00.000Z', endDate: '2030-02-01T05:00:00.000Z' },
      ...{ invoiceDate: '2030-02-05T00:00:00.000Z', generatedAt: '2030-02-03T05:00:00.000Z' },
      updatedAt: '2030-02-03T05:00:00.000Z',
    });
    const all = await service.sandbox.must.get('/invoices?status=DUE');
    expect(data[0]).toEqual(all.data.find(({ id }: { id: string }) => id === 'd1'));
  });

  it.each([
    ['status=DRAFT', 'p1 p2'],
    ['status=DUE', 'd1'],
    ['status=DUE,PAID', 'd2 d1'],
    ['status=MERGED', ''],
    ['owner_id=acme-eu', 'p1 d1'],
    ['customer_id=globex', 'd2 p2'],
    ['customer_id=globex&status=DRAFT', 'p2'],
    ['customer_id=globex&owner_id=acme-eu', ''],
    ['customer_id=nobody', ''],
    [`start_time=${ms('2030-02-05T00:00:00Z')}`, 'd1 p2'], // from here on
    [`start_time=${ms('2030-02-05T00:00:00Z') + 1}`, 'p2'],
    [`end_time=${ms('2030-02-05T00:00:00Z')}`, 'd2 p1'], // before this
    [`start_time=${ms('2030-02-05T00:00:00Z')}&end_time=${ms(NOW)}`, 'd1'],
    [
      `status=DRAFT&owner_id=acme-eu&customer_id=acme&start_time=0&end_time=${ms('2030-02-04T00:00:00Z')}`,
      'p1',
    ],
    ['account_id=acme-eu', 'p1 d1'],
    ['_sort=id', 'd1 d2 p1 p2'],
    ['account_id=nobody', ''],
  ])('200 for ?%s', async (query, expected) => {
    expect(await listed(query)).toBe(expected);
  });

  it('200 page by page', async () => {
    const seen: string[] = [];
    for (let query: string | null = 'pageSize=1'; query; ) {
      const page: { data: { id: string }[]; nextToken: string | null } = await service.sandbox.must.get(
        `/invoices/bill_runs?${query}`,
      );
      seen.push(...page.data.map(({ id }) => id));
      query = page.nextToken && `nextToken=${page.nextToken}`;
    }
    expect(seen.join(' ')).toBe('d2 p1 d1 p2');
  });

  it('200 with fifty on a page when nothing is said, which is also the most', async () => {
    const { sandbox } = await service.createOrganization('many');
    await sandbox.setClock(NOW);
    const id = (i: number) => `i${100 + i}`;
    const rows = Array.from({ length: 51 }, (_, i) =>
      invoiceRow({ id: id(i), scheduleId: id(i), ...pending }),
    );
    await keepInvoices(service, await orgOf(service, 'sandbox', 'many'), rows);
    const first = await sandbox.must.get('/invoices/bill_runs');
    expect(first.data).toHaveLength(50);
    expect((await sandbox.must.get(`/invoices/bill_runs?nextToken=${first.nextToken}`)).data).toHaveLength(1);
    expect((await sandbox.must.get('/invoices/bill_runs?pageSize=50')).data).toHaveLength(50);
  });

  it.each([
    ['pageSize=51', 'pageSize: must be a whole number from 1 to 50'],
    ['pageSize=0', 'pageSize: must be a whole number from 1 to 50'],
    ['status=OPEN', /^status: must be one of DRAFT, DUE, /],
    ['start_time=yesterday', /^start_time: must be epoch milliseconds/],
    ['start_time=2&end_time=1', 'start_time: must not be after end_time'],
    ['_search=p1', /^unknown query parameter _search \(this operation takes status, /],
  ])('400 for ?%s', async (query, message) => {
    const { status, body } = await service.sandbox.get(`/invoices/bill_runs?${query}`);
    expect([status, body]).toEqual([
      400,
      { message: typeof message === 'string' ? message : expect.stringMatching(message) },
    ]);
  });

  it('is not taken for an invoice of that id', async () => {
    expect((await service.sandbox.get('/invoices/bill_runs/')).status).toBe(404);
    expect((await service.sandbox.get('/invoices/bill_run')).body.message).toBe('invoice bill_run not found');
  });
});

import { beforeAll, describe, expect, it } from 'vitest';
import { invoiceRow, keepInvoices, orgOf } from '#test/invoice-rows.ts';
import { type Client, useService } from '#test/running-app.ts';

const service = useService();
const NOW = '2030-02-10T00:00:00Z';
const FIRST = Temporal.Instant.from('2030-02-03T05:00:00Z').epochMilliseconds;
const pending = { status: 'DRAFT', finalizingStatus: null, autoAdvance: false, dueDate: null } as const;
const NOT_PENDING =
  'does not wait for a bill run; GET /invoices/bill_runs?status=DRAFT lists the invoices that do';
const NOTHING = 'no invoices are eligible: the selection contains no draft that waits for a bill run';

let client: Client;
beforeAll(async () => {
  client = await open('many', 1001);
  await keepInvoices(service, await orgOf(service, 'sandbox', 'many'), [
    invoiceRow({ id: 'issued', accountId: 'other', scheduleId: 'issued' }),
    invoiceRow({
      ...{ id: 'later', accountId: 'other', scheduleId: 'later', ...pending },
      invoiceDate: Temporal.Instant.from('2030-02-10T00:00:00.001Z'),
    }),
    invoiceRow({
      ...{ id: 'special', accountId: 'special', customerId: 'sp', planId: 'pp.2', ...pending },
      invoiceDate: Temporal.Instant.fromEpochMilliseconds(FIRST + 1),
    }),
  ]);
});

const name = (i: number) => `inv.${10_000 + i}`;

/** The sandbox of an organization with drafts that wait since FIRST. */
async function open(organization: string, count: number): Promise<Client> {
  const { sandbox } = await service.createOrganization(organization);
  await sandbox.setClock(NOW);
  const rows = Array.from({ length: count }, (_, i) =>
    invoiceRow({ id: name(i), scheduleId: name(i), ...pending }),
  );
  await keepInvoices(service, await orgOf(service, 'sandbox', organization), rows);
  return sandbox;
}

/** Asks for a run that waits, returns its size and rejects it. */
async function sizeOf(body?: object): Promise<number | string> {
  const reply = await client.post('/invoices/bill_runs?require_confirmation=true', body);
  if (reply.status !== 200) return `${reply.status} ${reply.body.message}`;
  expect(reply.body).toEqual({ success: true, jobId: expect.stringMatching(/^job\./) });
  const { status, totalJobEntries } = await client.must.post(`/jobs/${reply.body.jobId}/reject`);
  expect(status).toBe('CANCELLED');
  return totalJobEntries;
}

describe('POST /invoices/bill_runs', () => {
  it.each([
    // what is asked for, how many it takes
    ['nothing said', undefined, 1002],
    ['an empty body', {}, 1002],
    ['empty filters', { filters: {} }, 1002],
    ['one id', { invoiceIds: [name(7)] }, 1],
    ['1000 ids', { invoiceIds: Array.from({ length: 1000 }, (_, i) => name(i)) }, 1000],
    ['an account', { filters: { ownerId: 'special' } }, 1],
    ['a customer', { filters: { customerId: 'acme' } }, 1001],
    ['a plan', { filters: { pricePlanId: 'pp.2' } }, 1],
    ['from an instant', { filters: { startTime: FIRST + 1 } }, 1],
    ['before an instant', { filters: { endTime: FIRST + 1 } }, 1001],
    ['between two', { filters: { startTime: FIRST, endTime: FIRST + 2 } }, 1002],
    ['ids inside filters', { invoiceIds: ['special'], filters: { pricePlanId: 'pp.2' } }, 1],
  ])('200 for %s', async (_, body, size) => {
    expect(await sizeOf(body)).toBe(size);
  });

  it.each([
    ['nobody’s invoices', { filters: { ownerId: 'nobody' } }, NOTHING],
    ['no instant', { filters: { startTime: FIRST, endTime: FIRST } }, NOTHING],
    ['an issued invoice', { invoiceIds: ['issued'] }, `invoiceIds[0] ${NOT_PENDING}`],
    ['one before its deadline', { invoiceIds: [name(1), 'later'] }, `invoiceIds[1] ${NOT_PENDING}`],
    ['an unknown one', { invoiceIds: ['inv.x'] }, `invoiceIds[0] ${NOT_PENDING}`],
    [
      'one outside the filters',
      { invoiceIds: ['special'], filters: { pricePlanId: 'pp.1' } },
      `invoiceIds[0] ${NOT_PENDING}`,
    ],
    [
      'a range that ends before it starts',
      { filters: { startTime: 2, endTime: 1 } },
      'filters.startTime: must not be after filters.endTime',
    ],
  ])('400 for %s', async (_, body, message) => {
    expect(await sizeOf(body)).toBe(`400 ${message}`);
  });

  it.each([
    ['1001 ids', { invoiceIds: Array.from({ length: 1001 }, (_, i) => name(i)) }],
    ['no ids', { invoiceIds: [] }],
    ['an id twice', { invoiceIds: [name(1), name(1)] }],
    ['an empty id', { invoiceIds: [''] }],
    ['a time as text', { filters: { startTime: '1' } }],
    ['a time with a fraction', { filters: { startTime: 1.5 } }],
    ['a time after the year 9999', { filters: { endTime: 253_402_300_800_000 } }],
    ['a member that it does not have', { status: 'DRAFT' }],
    ['a list', []],
  ])('400 for %s', async (_, body) => {
    expect(await sizeOf(body)).toMatch(/^400 /);
  });

  it('200 up to the last millisecond of the year 9999 and from the first of the year 1', async () => {
    const filters = { startTime: -62_135_596_800_000, endTime: 253_402_300_799_999 };
    expect(await sizeOf({ filters })).toBe(1002);
  });

  it('400 for a confirmation that is no yes or no', async () => {
    expect((await client.post('/invoices/bill_runs?require_confirmation=perhaps')).status).toBe(400);
  });

  it('409 while another run waits or runs, also for other invoices', async () => {
    const body = { invoiceIds: [name(1)] };
    const { jobId } = await client.must.post('/invoices/bill_runs?require_confirmation=true', body);
    const {
      status,
      body: error,
      headers,
    } = await client.post('/invoices/bill_runs', {
      invoiceIds: [name(2)],
    });
    expect([status, headers['error-code']]).toEqual([409, 'JOB_ALREADY_ACTIVE']);
    expect(error.message).toContain('another job of type BILL_RUN is not settled yet');
    await client.must.post(`/jobs/${jobId}/reject`);
    expect(await sizeOf(body)).toBe(1);
  });

  it('200 with the first response again for the same Idempotency-Key', async () => {
    const small = await open('small', 1);
    const post = () => small.post('/invoices/bill_runs', undefined, { 'idempotency-key': 'k' });
    const [first, second] = [await post(), await post()];
    expect([first.status, second.status, second.body]).toEqual([200, 200, first.body]);
  });
});

import { beforeAll, describe, expect, it } from 'vitest';
import { openWaiting } from '#test/bill-run-scenario.ts';
import { listInvoices, onlyInvoice, use } from '#test/billing-scenario.ts';
import { anInstant, expectRejected, expectRequired } from '#test/borders.ts';
import { type Client, type Reply, useService } from '#test/running-app.ts';

/** Miscellaneous charges, and the invoices of bill runs. */
const service = useService();
let client: Client;
let path: string;
beforeAll(async () => {
  client = await openWaiting(service, 'charged', ['acme', 'globex', 'initech']);
  path = `/invoices/${(await onlyInvoice(client, 'acme')).id}/miscellaneous_charges`;
});

const put = (items: unknown) => client.put(path, { items });
const putOne = (members: Record<string, unknown>) => put([{ name: 'Support', ...members }]);
const total = async () => (await onlyInvoice(client, 'acme')).totalAmount;

describe('a miscellaneous charge', () => {
  it('name: a string, which every item has', async () => {
    expectRejected(await put([{ value: '1' }]), 400, 'items[0].name: is required');
    expectRejected(await put([{ name: 7, value: '1' }]), 400, 'items[0].name: must be a string');
    expect((await put([{ name: 'n'.repeat(255), value: '1' }])).status).toBe(200);
    expectRejected(
      await put([{ name: 'n'.repeat(256), value: '1' }]),
      400,
      'items[0].name: must have at most 255 characters',
    );
  });

  it('value: a plain number in a string', async () => {
    for (const [value, amount] of [
      ['12.5', 22.5],
      ['-2.5', 7.5],
      ['0', 10],
    ] as const) {
      expect((await putOne({ value })).status).toBe(200);
      expect(await total()).toBe(amount);
    }
    expectRejected(await putOne({ value: 12.5 }), 400, 'items[0].value: must be a string');
    expectRejected(
      await putOne({ value: 'ten' }),
      400,
      /^items\[0\]: value: must be a number or a JSON Logic object/,
    );
  });

  it('value: a JSON logic expression in a string, over the values of the invoice', async () => {
    const value = '{"*":[{"var":"invoice.gross"},0.1]}';
    expect((await putOne({ value })).body.data).toEqual([{ name: 'Support', value }]);
    // The fee of 10, and a tenth of it.
    expect(await total()).toBe(11);
    expectRejected(await putOne({ value: '{"boom":[1]}' }), 400, /^items\[0\]: value: .*boom/);
  });

  it('rate and quantity: numbers, used together', async () => {
    expect((await putOne({ rate: 20, quantity: 1.5 })).status).toBe(200);
    expect(await total()).toBe(40);
    for (const alone of [{ rate: 20 }, { quantity: 2 }])
      expectRejected(await putOne(alone), 400, 'items[0]: must have either value, or rate and quantity');
    expectRejected(
      await putOne({ rate: 20, quantity: 2, value: '1' }),
      400,
      'items[0]: must not have value together with rate or quantity',
    );
    for (const name of ['rate', 'quantity'])
      expectRejected(
        await putOne({ rate: 20, quantity: 2, [name]: '20' }),
        400,
        `items[0].${name}: must be a number`,
      );
  });

  it('in a response it carries name and value, and rate and quantity when they were given', async () => {
    const { body } = await put([
      { name: 'Plain', value: '12.50' },
      { name: 'Seats', rate: 20, quantity: 10 },
    ]);
    expect(body).toEqual({
      data: [
        { name: 'Plain', value: '12.5' },
        { name: 'Seats', value: '200', rate: 20, quantity: 10 },
      ],
    });
  });
});

describe('PUT /invoices/{invoice_id}/miscellaneous_charges', () => {
  it('takes an object with items, returns an object with data', async () => {
    await expectRequired((members) => client.put(path, { items: [], ...members }), ['items']);
    const { status, body } = await put([{ name: 'Support', value: '1' }]);
    expect([status, Object.keys(body)]).toEqual([200, ['data']]);
    expectRejected(
      await client.put('/invoices/inv.x/miscellaneous_charges', { items: [] }),
      404,
      'invoice inv.x not found',
    );
  });

  it('replaces the whole list', async () => {
    await put([{ name: 'One', value: '1' }]);
    await put([{ name: 'Two', value: '2' }]);
    expect(await total()).toBe(12);
    expect((await put([])).body).toEqual({ data: [] });
    expect(await total()).toBe(10);
  });
});

describe('GET /invoices/bill_runs', () => {
  let waiting: Client;
  let listed: Reply['body'][];
  beforeAll(async () => {
    waiting = await openWaiting(service, 'waiting', ['one', 'two']);
    await use(waiting, { meter: 'calls', account: 'two', at: '2030-01-02T00:00:00Z', amount: '3' });
    // Cycles end on 1 February, their two days of grace on the 3rd.
    await waiting.setClock('2030-02-03T00:00:00Z');
    const { data } = await waiting.must.get('/invoices/bill_runs?status=DRAFT');
    await waiting.must.post('/invoices/bill_runs', { invoiceIds: [data[0].id] });
    await waiting.settle();
    listed = (await waiting.must.get('/invoices/bill_runs')).data;
  });
  const ids = async (query: string) => {
    const { data } = await waiting.must.get(`/invoices/bill_runs?${query}`);
    return data.map(({ ownerId, status }: Reply['body']) => `${ownerId} ${status}`).sort();
  };

  it('an invoice has every member of the document', async () => {
    expect(listed).toHaveLength(2);
    for (const invoice of listed) {
      expect(invoice).toMatchObject({
        id: expect.any(String),
        customerId: `customer-${invoice.ownerId}`,
        ownerId: expect.stringMatching(/^(?:one|two)$/),
        invoiceClass: 'INVOICE',
        invoiceType: 'STANDARD',
        status: expect.stringMatching(/^(?:DRAFT|DUE)$/),
        totalAmount: invoice.ownerId === 'two' ? 16 : 10,
        paidAmount: 0,
        startDate: '2030-01-01T00:00:00.000Z',
        endDate: '2030-02-01T00:00:00.000Z',
        invoiceDate: anInstant,
        generatedAt: anInstant,
        updatedAt: anInstant,
      });
    }
  });

  it('status and finalizingStatus are separate: a processed invoice is DUE and FINALIZED', async () => {
    const states = listed.map(({ status, finalizingStatus }) => [status, finalizingStatus]);
    expect(states).toContainEqual(['DUE', 'FINALIZED']);
    expect(states).toContainEqual(['DRAFT', undefined]);
  });

  it('filters by status', async () => {
    const [draft] = await ids('status=DRAFT');
    const [due] = await ids('status=DUE');
    expect([draft, due].sort()).toEqual((await ids('')).sort());
    expectRejected(
      await waiting.get('/invoices/bill_runs?status=OPEN'),
      400,
      /^status: must be one of DRAFT, DUE, /,
    );
  });

  it('filters by owner and by customer', async () => {
    expect(await ids('owner_id=one')).toHaveLength(1);
    expect(await ids('owner_id=nobody')).toEqual([]);
    expect(await ids('customer_id=customer-two')).toEqual([expect.stringMatching(/^two /)]);
    expect(await ids('owner_id=one&customer_id=customer-two')).toEqual([]);
  });

  it('filters by start and end time in epoch milliseconds', async () => {
    const due = Date.parse('2030-02-03T00:00:00Z');
    expect(await ids(`start_time=${due}`)).toHaveLength(2);
    expect(await ids(`start_time=${due + 1}`)).toEqual([]);
    expect(await ids(`end_time=${due}`)).toEqual([]);
    expect(await ids(`end_time=${due + 1}`)).toHaveLength(2);
    expectRejected(
      await waiting.get('/invoices/bill_runs?start_time=2030-02-03'),
      400,
      /^start_time: must be epoch/,
    );
  });

  it('pageSize: at most 50', async () => {
    expect((await waiting.get('/invoices/bill_runs?pageSize=50')).status).toBe(200);
    for (const size of [0, 51])
      expectRejected(
        await waiting.get(`/invoices/bill_runs?pageSize=${size}`),
        400,
        'pageSize: must be a whole number from 1 to 50',
      );
  });

  it('pageSize: 50 when nothing is said', async () => {
    const accounts = Array.from({ length: 51 }, (_, i) => `account-${i}`);
    const many = await openWaiting(service, 'fifty', accounts);
    await many.setClock('2030-02-03T00:00:00Z');
    const first = await many.must.get('/invoices/bill_runs');
    expect([first.data.length, typeof first.nextToken]).toEqual([50, 'string']);
    const last = await many.must.get(`/invoices/bill_runs?nextToken=${first.nextToken}`);
    expect([last.data.length, last.nextToken]).toEqual([1, null]);
  });

  it('returns data and nextToken', async () => {
    const { data, nextToken, ...more } = await waiting.must.get('/invoices/bill_runs?pageSize=1');
    expect([data.length, typeof nextToken, more]).toEqual([1, 'string', {}]);
    const [all] = await listInvoices(waiting, 'one');
    expect(all.invoiceClass).toBe('INVOICE');
  });
});

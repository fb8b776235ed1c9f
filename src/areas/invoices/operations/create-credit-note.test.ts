import { beforeAll, describe, expect, it, test } from 'vitest';
import { openAccount } from '#test/billing-scenario.ts';
import { formGroup } from '#test/group-scenario.ts';
import { fundsOf, payInvoice } from '#test/payment-scenario.ts';
import { buy, settleOrder } from '#test/purchase-scenario.ts';
import { pdfPages } from '#test/read-pdf.ts';
import { type Client, type Reply, useService } from '#test/running-app.ts';

const service = useService();
let client: Client;
let accounts = 0;

const JANUARY = { startDate: '2030-01-01T00:00:00Z', endDate: '2030-02-01T00:00:00Z' };

/** An account that owes 100 for work and 60 for hosting, with 20 % of tax: 192. */
async function bill(members: object = {}): Promise<Reply['body']> {
  accounts += 1;
  const accountId = `acme-${accounts}`;
  await openAccount(client, accountId);
  const lineItems = [
    { id: 'work', description: 'Work', value: 100 },
    { id: 'hosting', description: 'Hosting', quantity: 2, valuePerQuantity: 30 },
  ];
  return client.must.post('/invoices', { accountId, status: 'DUE', ...JANUARY, lineItems, ...members });
}

const credit = (invoice: Reply['body'], body: object) =>
  client.post(`/ext/v1/invoices/${invoice.id}/credit_notes`, { reason: 'Outage', ...body });
async function must(invoice: Reply['body'], body: object): Promise<Reply['body']> {
  const response = await credit(invoice, body);
  expect(response.body).toMatchObject({ id: expect.any(String) });
  return response.body;
}
const get = ({ id }: Reply['body']): Promise<Reply['body']> => client.must.get(`/invoices/${id}`);
const setTo = ({ id }: Reply['body'], status: string) => client.patch(`/invoices/${id}`, { status });
const stateOf = async (invoice: Reply['body']) => {
  const { status, totalAmount, paidAmount } = await get(invoice);
  return `${status} ${paidAmount} of ${totalAmount}`;
};

beforeAll(async () => {
  client = service.sandbox;
  await client.setClock('2030-02-10T12:00:00Z');
  await client.must.post('/settings', {
    ...{ entityType: 'ORGANIZATION', entityId: 'default', namespace: 'PLATFORM', id: 'TAX_RATES' },
    ...{ name: 'Taxes', dataType: 'JSON', value: JSON.stringify([{ name: 'VAT', rate: '0.2' }]) },
  });
});

describe('POST /ext/v1/invoices/{id}/credit_notes', () => {
  it('201 for a part of a line: a document below nothing, with its tax, that names the invoice', async () => {
    const invoice = await bill();
    const { status, body } = await credit(invoice, { lineItems: [{ lineId: 'work', amount: 25 }] });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      ...{
        status: 'REFUND_COMPLETED',
        finalizingStatus: 'FINALIZED',
        invoiceType: 'CUSTOM',
        totalAmount: -30,
      },
      ...{ startDate: '2030-01-01T00:00:00.000Z', ownerId: invoice.ownerId },
      metadata: {
        ...{ creditNoteFor: invoice.id, adjusts: invoice.id, basedOn: invoice.id, reason: 'Outage' },
        ...{ adjustedNumber: invoice.sequenceId, servicePeriodStart: '2030-01-01' },
      },
    });
    expect(body.metadata).not.toHaveProperty('lateEvents');
    expect(body.sequenceId).toMatch(/^2030-02-\d{4}$/);
    const { verification, lines } = await client.must.get(`/ext/v1/invoices/${body.id}/explain`);
    expect(verification.isIdentical).toBe(true);
    expect(lines[0].steps[1]).toMatch(/taken off work: 25, because: Outage/);
    await client.settle();
    const { pdfUrl } = await get(body);
    const [page = []] = pdfPages((await service.app.server.inject({ url: pdfUrl })).rawPayload);
    expect(page).toContain('CREDIT NOTE');
  });

  it('201 and the invoice stays as it was issued, but for what the note pays of it', async () => {
    const invoice = await bill();
    await must(invoice, { amount: 10 });
    const after = await get(invoice);
    const { revenueInfo, totalAmount, sequenceId } = invoice;
    expect(after).toMatchObject({
      revenueInfo,
      totalAmount,
      sequenceId,
      status: 'PARTIALLY_PAID',
      paidAmount: 12,
    });
    expect(await fundsOf(client, invoice.ownerId)).toEqual([0, 0]);
  });

  it('201 for everything: nothing is owed any more, and the next one is rejected', async () => {
    const invoice = await bill();
    expect(await must(invoice, {})).toMatchObject({ totalAmount: -192 });
    expect([await stateOf(invoice), await fundsOf(client, invoice.ownerId)]).toEqual([
      'PAID 192 of 192',
      [0, 0],
    ]);
    const again = await credit(invoice, {});
    expect([again.status, again.body.message]).toEqual([
      400,
      'lineItems: the whole invoice is already credited',
    ]);
  });

  it('201 of what is paid already: the wallet has it', async () => {
    const invoice = await bill();
    await payInvoice(client, { accountId: invoice.ownerId, invoiceId: invoice.id, amount: 192 });
    await must(invoice, { lineItems: [{ lineId: 'hosting' }] });
    expect([await stateOf(invoice), await fundsOf(client, invoice.ownerId)]).toEqual([
      'PAID 192 of 192',
      [72, 0],
    ]);
  });

  it('201 and the organization gives back itself, where it says so', async () => {
    const { sandbox } = await service.createOrganization('external');
    await sandbox.setClock('2030-02-10T12:00:00Z');
    await sandbox.must.post('/settings', {
      ...{ entityType: 'ORGANIZATION', entityId: 'external', namespace: 'PLATFORM', name: 'Negative' },
      ...{ id: 'NEGATIVE_INVOICE_POLICY', dataType: 'STRING', value: 'EXTERNAL' },
    });
    await openAccount(sandbox, 'acme');
    const lineItems = [{ id: 'work', description: 'Work', value: 100 }];
    const typed = { accountId: 'acme', status: 'PAID', ...JANUARY, lineItems };
    const invoice = await sandbox.must.post('/invoices', typed);
    const note = await sandbox.must.post(`/ext/v1/invoices/${invoice.id}/credit_notes`, {
      reason: 'x',
      amount: 5,
    });
    expect(note.metadata.refundDue).toMatch(/refunds such amounts itself/);
    expect(await fundsOf(sandbox, 'acme')).toEqual([0, 0]);
  });

  it('201 once for a key, also of ten at once; 409 for another request under it', async () => {
    const invoice = await bill();
    const body = { amount: 10, idempotencyKey: 'key-1' };
    const responses = await Promise.all(Array.from({ length: 10 }, () => credit(invoice, body)));
    expect(new Set(responses.map((response) => `${response.status} ${response.body.id}`)).size).toBe(1);
    const other = await credit(invoice, { ...body, amount: 11 });
    expect([other.status, other.body.message]).toEqual([
      409,
      expect.stringContaining('key-1 was used before'),
    ]);
    expect(await stateOf(invoice)).toBe('PARTIALLY_PAID 12 of 192');
  });

  it('of ten at once no more than the invoice is given back', async () => {
    const invoice = await bill();
    const responses = await Promise.all(Array.from({ length: 10 }, () => credit(invoice, { amount: 30 })));
    expect(responses.map(({ status }) => status).sort()).toEqual([
      201, 201, 201, 201, 201, 400, 400, 400, 400, 400,
    ]);
    expect(await stateOf(invoice)).toBe('PARTIALLY_PAID 180 of 192');
  });

  it('404 for an invoice that is not there', async () => {
    expect((await credit({ id: 'inv.none' }, {})).status).toBe(404);
  });

  const REFUSED: [what: string, body: object, message: string][] = [
    ['no reason', { reason: '' }, 'reason'],
    [
      'lines and an amount',
      { lineItems: [{ lineId: 'work' }], amount: 1 },
      'amount: must not be sent with lineItems',
    ],
    ['no lines', { lineItems: [] }, 'lineItems'],
    ['an unknown line', { lineItems: [{ lineId: 'x' }] }, 'lineItems[0].lineId: x is not a creditable line'],
    [
      'more than a line',
      { lineItems: [{ lineId: 'work', amount: 100.01 }] },
      'must be at most 100, the part of work that is not credited yet',
    ],
    [
      'more than everything',
      { amount: 160.01 },
      'amount: must be at most 160 before taxes, the part that is not credited yet',
    ],
    ['less than a cent', { amount: 0.001 }, 'amount: must have at most 2 decimal places in USD'],
    ['nothing', { amount: 0 }, 'amount: must be greater than 0'],
    ['an unknown member', { total: 1 }, 'total'],
  ];
  describe('400', () => {
    let invoice: Reply['body'];
    beforeAll(async () => {
      invoice = await bill();
    });
    it.each(REFUSED)('for %s', async (_, body, message) => {
      const response = await credit(invoice, body);
      expect([response.status, response.body.message]).toEqual([400, expect.stringContaining(message)]);
      expect(await stateOf(invoice)).toBe('DUE 0 of 192');
    });

    it('for a draft, a void one, a credit note and one that is refunded', async () => {
      const [draft, voided, refunded] = [
        await bill({ status: 'DRAFT' }),
        await bill(),
        await bill({ status: 'PAID' }),
      ];
      await setTo(voided, 'VOID');
      await setTo(refunded, 'REFUND_INITIATED');
      const note = await must(await bill(), { amount: 1 });
      const messages = [];
      for (const each of [draft, voided, refunded, note])
        messages.push((await credit(each, {})).body.message);
      expect(messages).toEqual([
        `invoice ${draft.id} cannot be credited: it is DRAFT`,
        `invoice ${voided.id} cannot be credited: it is VOID`,
        `invoice ${refunded.id} cannot be credited: it is REFUND_INITIATED`,
        `invoice ${note.id} cannot be credited: it adjusts invoice ${note.metadata.adjusts}; credit ` +
          'that invoice instead',
      ]);
    });

    it('for money that was bought for a wallet, which would have it twice', async () => {
      await openAccount(client, 'saver');
      const topup = { type: 'WALLET_TOPUP', walletTopupDetails: { topupAmount: 120, purchaseAmount: 100 } };
      const bought = await buy(client, 'saver', topup);
      await settleOrder(client, bought, 'PAID');
      const { status, body } = await credit({ id: bought.invoiceId }, {});
      expect([status, body.message, await fundsOf(client, 'saver')]).toEqual([
        400,
        `invoice ${bought.invoiceId} cannot be credited: it is a wallet top-up; set it to ` +
          'REFUND_INITIATED, which withdraws the unused part from the wallet',
        [120, 0],
      ]);
    });
  });
});

test('what is credited in part cannot be void: the note says what to do', async () => {
  const invoice = await bill();
  await client.must.patch(`/accounts/${invoice.ownerId}/wallet`, { status: 'INACTIVE' });
  const note = await must(invoice, { amount: 1 });
  const response = await setTo(invoice, 'VOID');
  expect([response.status, response.body.message]).toEqual([
    400,
    expect.stringContaining(`invoice ${note.id} adjusts it`),
  ]);
  expect(response.body.message).toContain('or credit the rest with a credit note');
});

test('of a group the merged invoice is credited, and the note is merged as every other', async () => {
  const invoice = await bill({ status: 'DRAFT' });
  await formGroup(client, { accounts: [invoice.ownerId] });
  await setTo(invoice, 'DUE');
  const merged = await get(invoice);
  expect(merged.status).toBe('MERGED');
  const composite = { id: merged.metadata.mergedInto };
  expect((await credit(composite, {})).body.message).toMatch(/credit the merged invoices/);
  const note = await must(invoice, { lineItems: [{ lineId: 'work' }] });
  expect([note.status, note.metadata.mergedInto]).toEqual(['MERGED', composite.id]);
  expect((await get(composite)).totalAmount).toBe(72);
});

import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { canonicalJson } from '#core/canonical-json.ts';
import { computeComposite } from '#core/invoice/composite.ts';
import { checkInvoiceTree, type InvoiceDocument } from '#core/invoice/index.ts';
import {
  editTimeline,
  lineOf,
  listInvoices,
  openAccount,
  publishPlan,
  sellFee,
  sellUsage,
  use,
  valuesOf,
} from '#test/billing-scenario.ts';
import { dayOf, formGroup, listComposites, membersOf, openPayer } from '#test/group-scenario.ts';
import { pdfPages } from '#test/read-pdf.ts';
import { type Reply, useService } from '#test/running-app.ts';

const service = useService();
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
let group: string;

beforeAll(async () => {
  const { sandbox } = service;
  await sandbox.setClock('2030-01-01T00:00:00Z');
  const [meter, fee] = [await sellUsage(sandbox, 'calls'), await sellFee(sandbox, 'Support')];
  const usage = { model: 'TIERED' as const, slabs: [{ rate: 0.01 }, { startAfter: 100, rate: 0.005 }] };
  const planId = await publishPlan(sandbox, {
    name: 'Shared plan',
    cards: [
      { type: 'USAGE', billableId: meter, usage },
      { type: 'FIXED_FEE', billableId: fee, fee: { rate: 20 } },
    ],
  });
  for (const id of ['east', 'west']) {
    await openAccount(sandbox, id);
    await editTimeline(sandbox, id, [{ planId, from: '2030-01-01' }]);
  }
  await openPayer(sandbox, 'alone', { rate: 7 });
  group = await formGroup(sandbox, { accounts: ['west', 'east'], netTermDays: 14 });
  await sandbox.setClock('2030-01-15T00:00:00Z');
  for (const [account, amount] of [
    ['east', '250'],
    ['west', '50'],
  ] as const)
    await use(sandbox, { meter: 'calls', account, at: '2030-01-10T00:00:00Z', amount });
  await sandbox.setClock('2030-02-01T00:00:00Z');
});

describe('on the day on which members fall due', () => {
  it('their invoices are merged: final, without a number, a payment term or a PDF', async () => {
    for (const account of ['east', 'west']) {
      const [january] = await listInvoices(service.sandbox, account);
      expect(january).toMatchObject({
        status: 'MERGED',
        finalizingStatus: 'FINALIZED',
        invoiceDate: '2030-02-01T00:00:00.000Z',
        paidAmount: 0,
        metadata: {
          mergedInto: expect.stringMatching(/^inv\./),
          statusHistory: [
            { status: 'DUE', at: '2030-02-01T00:00:00Z' },
            { status: 'MERGED', at: '2030-02-01T00:00:00Z' },
          ],
        },
      });
      for (const absent of ['sequenceId', 'dueDate', 'pdfUrl']) expect(january).not.toHaveProperty(absent);
    }
  });

  it('the draft of the group holds both, in the list as when it is got', async () => {
    const { sandbox } = service;
    const { data } = await sandbox.must.get(`/invoices?owner_id=${group}`);
    expect(data).toHaveLength(1);
    expect(data[0]).toMatchObject({
      ownerId: group,
      status: 'DRAFT',
      invoiceClass: 'INVOICE',
      invoiceType: 'COMPOSITE',
      invoiceDate: '2030-02-01T00:00:00.000Z',
      netTermDays: 14,
      totalAmount: 42.25, // 1 + 0.75 + 20 and 0.5 + 20
    });
    for (const absent of ['customerId', 'sequenceId', 'finalizingStatus'])
      expect(data[0]).not.toHaveProperty(absent);
    const [draft] = await listComposites(sandbox, group);
    expect(membersOf(draft)).toEqual(['east 21.75', 'west 20.5']);
    expect(draft.totalAmount).toBe(42.25);
  });

  it('members cannot be charged any more, and who is not in the group stands alone', async () => {
    const { sandbox } = service;
    const [january] = await listInvoices(sandbox, 'east');
    const reply = await sandbox.put(`/invoices/${january.id}/miscellaneous_charges`, { items: [] });
    expect([reply.status, reply.body.message]).toEqual([
      400,
      `invoice ${january.id} is MERGED: its charges can only be changed while it is a DRAFT`,
    ]);
    const [alone] = await listInvoices(sandbox, 'alone');
    expect([lineOf(alone), alone.sequenceId]).toEqual(['2030-01-01 to 2030-02-01 DUE 7', '2030-02-0001']);
  });

  it('the last account cannot be taken out of the group', async () => {
    const path = `/invoice_groups/${group}/remove_accounts`;
    const reply = await service.sandbox.post(path, { accountIds: ['east', 'west'] });
    expect([reply.status, reply.headers['error-code']]).toEqual([400, 'INVOICE_GROUP_OPEN']);
    expect((await service.sandbox.must.get(`/invoice_groups/${group}`)).accountsCount).toBe(2);
  });
});

describe('when the day is over', () => {
  let composite: Reply['body'];
  beforeAll(async () => {
    await service.sandbox.setClock('2030-02-01T23:59:59.999Z');
    expect((await listComposites(service.sandbox, group)).map(dayOf)).toEqual(['2030-02-01 DRAFT 42.25']);
    await service.sandbox.setClock('2030-02-02T00:00:00Z');
    [composite] = await listComposites(service.sandbox, group);
  });

  it('the bill of the group is due, dated that day, with the next number and the terms of the group', () => {
    expect(dayOf(composite)).toBe('2030-02-01 DUE 42.25');
    expect(composite).toMatchObject({
      finalizingStatus: 'FINALIZED',
      sequenceId: '2030-02-0002',
      dueDate: '2030-02-15T23:59:59.999Z',
      invoiceDetails: {
        invoiceGroup: {
          id: group,
          name: 'Holding',
          email: 'bills@holding.example',
          dailyInvoiceConsolidation: true,
          invoiceCurrency: 'USD',
          address: { line1: '9 Group Street', city: 'Oslo', country: 'NO' },
        },
      },
    });
    expect(valuesOf(composite, 'TOTAL_AMOUNT', 'USAGE_RATE_CARD_AMOUNT')).toEqual([
      ['TOTAL_AMOUNT', 21.75],
      ['USAGE_RATE_CARD_AMOUNT', 1.75],
      ['TOTAL_AMOUNT', 20.5],
      ['USAGE_RATE_CARD_AMOUNT', 0.5],
    ]);
    expect(composite.usageInfo.map(({ metadata, value }: Reply['body']) => [metadata, value])).toEqual([
      [{ accountId: 'east' }, 250],
      [{ accountId: 'west' }, 50],
    ]);
  });

  it('one PDF has the lines of both accounts under their names', async () => {
    const response = await service.app.server.inject({ url: composite.pdfUrl });
    const texts = pdfPages(response.rawPayload).flat();
    for (const text of [
      '2030-02-0002',
      'Holding',
      '9 Group Street',
      'USD 42.25',
      'Payable by 15 February 2030',
    ])
      expect(texts).toContain(text);
    expect(texts.filter((text) => /^Account (?:east|west)$|^(?:calls|Support)$/.test(text))).toEqual([
      ...['Account east', 'calls', 'Support'],
      ...['Account west', 'calls', 'Support'],
    ]);
  });

  it('every line is explained, and the document is computed again to the same bytes', async () => {
    const path = `/ext/v1/invoices/${composite.id}/explain`;
    const { lines, verification, inputs, totalAmount } = await service.sandbox.must.get(path);
    expect(lines.map(({ accountId, amount }: Reply['body']) => [accountId, amount])).toEqual([
      ['east', 1.75],
      ['east', 20],
      ['west', 0.5],
      ['west', 20],
    ]);
    expect(lines[0]).toMatchObject({ quantity: '250', card: { quantity: '250' }, eventCount: 1 });
    expect(lines[2]).toMatchObject({ quantity: '50', card: { quantity: '50' } });
    expect([totalAmount, verification.isIdentical]).toEqual([42.25, true]);
    const document: InvoiceDocument = computeComposite(inputs);
    expect(sha256(canonicalJson(document))).toBe(verification.storedSha256);
    expect(checkInvoiceTree(document)).toEqual([]);
  });

  it('month after month there is one bill, and numbers have no gap', async () => {
    await service.sandbox.setClock('2030-04-02T00:00:00Z');
    const { data } = await service.sandbox.must.get('/invoices?pageSize=50');
    const numbers = data.map(({ sequenceId }: { sequenceId?: string }) => sequenceId).filter(Boolean);
    expect(numbers.sort()).toEqual([
      ...['2030-02-0001', '2030-02-0002', '2030-03-0003', '2030-03-0004', '2030-04-0005', '2030-04-0006'],
    ]);
    const owners = (status: string) =>
      data
        .filter((invoice: Reply['body']) => invoice.status === status)
        .map(({ ownerId }: Reply['body']) => ownerId)
        .sort();
    expect(owners('MERGED')).toEqual(['east', 'east', 'east', 'west', 'west', 'west']);
    expect(owners('DUE')).toEqual(['alone', 'alone', 'alone', group, group, group]);
  });
});

import { beforeAll, describe, expect, it } from 'vitest';
import { expectRejected, expectRequired, type SendWith } from '#test/borders.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
const preview = (numbering: object) =>
  service.sandbox.must.post('/ext/v1/organization/invoice_number_preview', {
    numbering: JSON.stringify(numbering),
  });
const send: SendWith = (members) =>
  service.sandbox.post('/ext/v1/organization/invoice_number_preview', {
    numbering: '{"pattern": "{SEQ}"}',
    ...members,
  });

const store = (numbering: object) =>
  service.sandbox.must.patch('/ext/v1/organization/settings', {
    settings: [{ id: 'INVOICE_SEQUENCE', value: JSON.stringify(numbering) }],
  });

async function issue(): Promise<string> {
  const { id } = await service.sandbox.must.post('/invoices', {
    ...{ accountId: 'acme', status: 'DUE', lineItems: [{ description: 'Work', value: 10 }] },
    ...{ startDate: '2030-01-01T00:00:00Z', endDate: '2030-01-31T00:00:00Z' },
  });
  return (await service.sandbox.must.get(`/invoices/${id}`)).sequenceId;
}

beforeAll(async () => {
  const { must } = service.sandbox;
  await must.put('/ext/v1/clock', { now: '2030-02-03T00:00:00Z' });
  const address = { line1: '1 Main Street', country: 'US' };
  await must.post('/customers', { id: 'acme', name: 'Acme', primaryEmail: 'a@acme.example', address });
});

describe('previewInvoiceNumber', () => {
  it.each([
    [{ pattern: '{YYYY}-{MM}-{SEQ}', pad: 4 }],
    [{ pattern: 'A-{SEQ}', pad: 2, start: 41 }],
    // 41 and 42 are given already, by the numbering before it: it goes on behind them.
    [{ pattern: 'A-{SEQ}', pad: 2, start: 41, scope: 'CUSTOMER' }],
    [{ pattern: 'R{YY}-{SEQ}', pad: 1, start: 41, reset: 'YEARLY' }],
    [{ pattern: 'A-{SEQ}', pad: 2, start: 99 }],
  ])('200 with the numbers that the next invoices get: %j', async (numbering) => {
    const { next, second } = await preview(numbering);
    // A preview uses no number.
    expect(await preview(numbering)).toEqual({ next, second });
    await store(numbering);
    expect([await issue(), await issue()]).toEqual([next, second]);
  });

  it('400 for what the setting would reject', async () => {
    await expectRequired(send, ['numbering']);
    expectRejected(await send({ numbering: '{' }), 400, 'numbering: must be JSON');
    expectRejected(
      await send({ numbering: '{"pattern": "A"}' }),
      400,
      'numbering: pattern must contain {SEQ} exactly once',
    );
  });
});

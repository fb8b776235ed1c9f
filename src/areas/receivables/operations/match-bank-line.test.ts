import { beforeAll, describe, expect, it } from 'vitest';
import { openAccount } from '#test/billing-scenario.ts';
import { formGroup } from '#test/group-scenario.ts';
import { sendPayment } from '#test/payment-scenario.ts';
import { owe } from '#test/receivable-scenario.ts';
import { type Reply, useService } from '#test/running-app.ts';

const service = useService();
const numbers: string[] = [];
let group: string;
const match = (body: object) => service.sandbox.post('/ext/v1/receivables/matches', body);
const shown = async (amount: number, text: string) => {
  const { body } = await match({ amount, text });
  return body.matches.map(({ accountId, confidence, reasons, invoices, excessAmount }: Reply['body']) => {
    const parts = invoices.flatMap(({ suggestedAmount }: Reply['body']) => suggestedAmount ?? []);
    return `${accountId} ${confidence} ${reasons.join('+')}: ${parts.join(' + ')}, ${excessAmount} more`;
  });
};

beforeAll(async () => {
  const client = service.sandbox;
  await client.setClock('2030-01-10T00:00:00Z');
  await openAccount(client, 'a1');
  await client.must.patch('/customers/customer-a1', { name: 'Müller & Söhne GmbH' });
  await openAccount(client, 'a2');
  await openAccount(client, 'member');
  group = await formGroup(client, { accounts: ['member'], name: 'Nordic Holding', isDaily: false });
  for (const amount of [100.1, 50.2, 7]) numbers.push((await owe(client, 'a1', { amount })).sequenceId);
  await owe(client, 'a2', { amount: 100.1 });
  await owe(client, group, { amount: 300, ownerType: 'INVOICE_GROUP' });
});

describe('POST /ext/v1/receivables/matches', () => {
  it('200 for the numbers of two invoices, without hyphens', async () => {
    const text = `RE ${numbers[0]?.replaceAll('-', '')} u. ${numbers[2]}`;
    expect(await shown(107.1, text)).toEqual(['a1 HIGH INVOICE_NUMBER+EXACT_AMOUNT: 100.1 + 7, 0 more']);
  });

  it('200 for the amount of one invoice, and of two', async () => {
    expect(await shown(100.1, 'thanks')).toEqual([
      'a1 MEDIUM EXACT_AMOUNT: 100.1, 0 more',
      'a2 MEDIUM EXACT_AMOUNT: 100.1, 0 more',
    ]);
    expect(await shown(57.2, 'thanks')).toEqual(['a1 MEDIUM SUM_OF_TWO: 50.2 + 7, 0 more']);
  });

  it('200 for the name of a customer as banks write it, and of a group', async () => {
    expect(await shown(110, 'MUELLER + SOEHNE Ueberweisung')).toEqual([
      'a1 LOW OLDEST_FIRST+CUSTOMER_NAME: 100.1 + 9.9, 0 more',
    ]);
    expect(await shown(310, 'NORDIC HOLDING AS')).toEqual([
      'member LOW OLDEST_FIRST+CUSTOMER_NAME: 300, 10 more',
    ]);
  });

  it('200 with nothing for another currency, and for a line that nobody owes', async () => {
    expect((await match({ amount: 100.1, text: 'thanks', currency: 'EUR' })).body.matches).toEqual([]);
    expect(await shown(1, 'thanks')).toEqual([]);
  });

  it('200 with a match that can be recorded as it is', async () => {
    const { body } = await match({ amount: 310, text: 'Nordic Holding' });
    const [{ accountId, invoices }] = body.matches;
    const records = invoices.map(({ id, suggestedAmount: amount }: Reply['body'], order: number) => ({
      ...{ type: 'INVOICE', platformId: id, amount, order },
    }));
    const { status, body: payment } = await sendPayment(service.sandbox, {
      accountId,
      totalAmount: 310,
      records,
    });
    expect([status, payment.lineItemRecords.map(({ amount }: Reply['body']) => amount)]).toEqual([
      201,
      [300, 10],
    ]);
  });

  it('400 for no amount, and for no text', async () => {
    expect((await match({ amount: 0, text: 'a' })).status).toBe(400);
    expect((await match({ amount: 1, text: '' })).status).toBe(400);
  });
});

import { beforeAll, describe, expect, it } from 'vitest';
import { inOrg } from '#test/billing-rows.ts';
import { openAccount } from '#test/billing-scenario.ts';
import { clockOf, consume, insertDraft, plannedWork } from '#test/credit-rows.ts';
import { useService } from '#test/running-app.ts';
import { forfeitCredit, restoreCredits } from './index.ts';

const service = useService();
let count = 0;

/** A credit until 31 January of which an invoice took some. */
async function consumed(amount: string) {
  count += 1;
  const [accountId, invoiceId] = [`acme-${count}`, `inv-${count}`];
  await openAccount(service.sandbox, accountId);
  await insertDraft(service, accountId, invoiceId);
  const period = { effectiveFrom: '2030-01-01', effectiveUntil: '2030-01-31' };
  const creditRequests = [{ accountId, purpose: 'p', ...period, creditAmount: 100, priority: 1 }];
  const [{ id }] = await service.sandbox.must.post('/credits', { creditRequests });
  await consume(service, { accountId, invoiceId, creditId: id, amount });
  return { id, accountId, invoiceId };
}

async function restore(invoiceId: string): Promise<void> {
  const now = await clockOf(service.sandbox);
  await inOrg(service, 'sandbox', (tx, org) => restoreCredits({ tx, org, now }, { invoiceId }));
}

/** `ACTIVE 0: CREDITED 100, …`: status, what is consumed, and the transactions. */
async function shown(id: string): Promise<string> {
  const { status, consumedAmount, transactions } = await service.sandbox.must.get(`/credits/${id}`);
  const rows = transactions.map(
    (each: { transactionType: string; amount: number }) => `${each.transactionType} ${each.amount}`,
  );
  return `${status} ${consumedAmount}: ${rows.join(', ')}`;
}

beforeAll(() => service.sandbox.setClock('2030-01-31T23:59:59.999Z'));

describe('restoring what an invoice consumed', () => {
  it('makes a spent credit active again on its last day, and drafts are computed anew', async () => {
    const { id, accountId, invoiceId } = await consumed('100');
    await restore(invoiceId);
    expect(await shown(id)).toBe('ACTIVE 0: CREDITED 100, DEBITED 100, CREDITED 100');
    expect(await plannedWork(service, 'credits.changed', accountId)).not.toBeNull();
  });

  it('happens once', async () => {
    const { id, invoiceId } = await consumed('40');
    await Promise.all([restore(invoiceId), restore(invoiceId), restore(invoiceId)]);
    expect(await shown(id)).toBe('ACTIVE 0: CREDITED 100, DEBITED 40, CREDITED 40');
  });

  it('gives nothing back to a credit that was voided: the transactions show both', async () => {
    const { id, invoiceId } = await consumed('40');
    await service.sandbox.must.post(`/credits/${id}/void`);
    await restore(invoiceId);
    expect(await shown(id)).toBe('VOIDED 0: CREDITED 100, DEBITED 40, VOIDED 60, CREDITED 40, VOIDED 40');
  });

  it('nor to one that is over, or was spent and would be over by now', async () => {
    const [expired, spent] = [await consumed('40'), await consumed('100')];
    const now = await clockOf(service.sandbox);
    await inOrg(service, 'sandbox', (tx, org) => forfeitCredit({ tx, org, now }, { id: expired.id }));
    await service.sandbox.setClock('2030-02-01T00:00:00Z');
    for (const { invoiceId } of [expired, spent]) await restore(invoiceId);
    expect(await shown(expired.id)).toBe(
      'EXPIRED 0: CREDITED 100, DEBITED 40, EXPIRED 60, CREDITED 40, EXPIRED 40',
    );
    expect(await shown(spent.id)).toBe('EXPIRED 0: CREDITED 100, DEBITED 100, CREDITED 100, EXPIRED 100');
  });
});

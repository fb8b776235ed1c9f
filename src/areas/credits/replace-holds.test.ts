import { beforeAll, describe, expect, it } from 'vitest';
import { decimalText } from '#core/decimal.ts';
import { inOrg } from '#test/billing-rows.ts';
import { openAccount } from '#test/billing-scenario.ts';
import { hold, insertDraft } from '#test/credit-rows.ts';
import { useService } from '#test/running-app.ts';
import { listHolds } from './index.ts';

const service = useService();
let [a, b] = ['', ''];
const read = (id: string) => service.sandbox.must.get(`/credits/${id}`);
const holds = () =>
  inOrg(service, 'sandbox', async (tx, org) => {
    const rows = await listHolds(tx, org, 'acme');
    return rows.map(({ creditId, invoiceId, amount }) => [creditId, invoiceId, decimalText(amount)]);
  });

beforeAll(async () => {
  await service.sandbox.setClock('2030-01-01T00:00:00Z');
  await openAccount(service.sandbox, 'acme');
  for (const id of ['inv-1', 'inv-2']) await insertDraft(service, 'acme', id);
  const credit = {
    accountId: 'acme',
    purpose: 'p',
    effectiveFrom: '2030-01-01',
    creditAmount: 100,
    priority: 1,
  };
  const granted = await service.sandbox.must.post('/credits', { creditRequests: [credit, credit] });
  [a, b] = granted.map(({ id }: { id: string }) => id).sort();
});

describe('the holds of an account', () => {
  it('are replaced together; the sum stands on the credit', async () => {
    await hold(service, 'acme', [
      { creditId: a, invoiceId: 'inv-1', amount: '60' },
      { creditId: a, invoiceId: 'inv-2', amount: '40' },
    ]);
    expect((await read(a)).holdAmount).toBe(100);
    await service.sandbox.setClock('2030-01-02T00:00:00Z');
    await hold(service, 'acme', [
      { creditId: a, invoiceId: 'inv-1', amount: '0.1' },
      { creditId: a, invoiceId: 'inv-2', amount: '0.2' },
      { creditId: b, invoiceId: 'inv-2', amount: '0' },
    ]);
    expect(await read(a)).toMatchObject({ holdAmount: 0.3, updatedAt: '2030-01-02T00:00:00.000Z' });
    expect(await holds()).toEqual([
      [a, 'inv-1', '0.1'],
      [a, 'inv-2', '0.2'],
    ]);
  });

  it('change nothing when they are the same again', async () => {
    const same = [
      { creditId: a, invoiceId: 'inv-2', amount: '0.20' },
      { creditId: a, invoiceId: 'inv-1', amount: '0.1' },
      { creditId: b, invoiceId: 'inv-1', amount: '0' },
    ];
    await hold(service, 'acme', same);
    await service.sandbox.setClock('2030-01-03T00:00:00Z');
    await hold(service, 'acme', same);
    expect((await read(a)).updatedAt).toBe('2030-01-02T00:00:00.000Z');
  });

  it('say which credits are of use now', async () => {
    const inapplicable = async () =>
      (await service.sandbox.must.get('/accounts/acme/credit_balance')).inapplicableCredits;
    await hold(service, 'acme', [{ creditId: a, invoiceId: 'inv-1', amount: '10' }]);
    expect(await inapplicable()).toBe(100);
    await hold(service, 'acme', []);
    expect([await inapplicable(), (await read(a)).holdAmount]).toEqual([200, 0]);
  });

  it('are rejected beyond what remains', async () => {
    const over = [
      { creditId: b, invoiceId: 'inv-1', amount: '60' },
      { creditId: b, invoiceId: 'inv-2', amount: '40.01' },
    ];
    await expect(hold(service, 'acme', over)).rejects.toThrow(`credit ${b} has 100 remaining`);
    await service.sandbox.must.post(`/credits/${b}/void`);
    await expect(hold(service, 'acme', over.slice(1))).rejects.toMatchObject({ code: 'CREDIT_OVERDRAWN' });
  });
});

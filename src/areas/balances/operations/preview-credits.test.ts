import { beforeAll, describe, expect, it } from 'vitest';
import { draftOf } from '#test/balance-scenario.ts';
import { openAccount } from '#test/billing-scenario.ts';
import { insertDraft } from '#test/credit-rows.ts';
import { type Reply, useService } from '#test/running-app.ts';

const service = useService();
const terms = { purpose: 'Goodwill', effectiveFrom: '2030-01-01', priority: 1 };
const preview = (...grants: object[]) =>
  service.sandbox.post('/ext/v1/credits/preview', {
    creditRequests: grants.map((grant) => ({ accountId: 'acme', creditAmount: 100, ...terms, ...grant })),
  });
let draftId: string;

beforeAll(async () => {
  const client = service.sandbox;
  await client.setClock('2030-01-10T00:00:00Z');
  await openAccount(client, 'acme');
  await openAccount(client, 'other');
  await client.must.post('/accounts', {
    ...{ id: 'unborn', customerId: 'customer-acme', name: 'Unborn', status: 'DRAFT' },
  });
  draftId = await draftOf(client, 'acme', [
    { id: 'work', value: 70 },
    { id: 'travel', value: 60 },
  ]);
});

describe('POST /ext/v1/credits/preview', () => {
  it('200 with the lines that the credit would pay, and stores nothing', async () => {
    const { status, body } = await preview({});
    expect(status).toBe(200);
    // 70 + 60 − 100 = 30
    expect(body).toEqual({
      grants: [
        {
          ...{ accountId: 'acme', accountName: 'Account acme', currency: 'USD' },
          ...{ creditAmount: 100, drawnAmount: 100, isRepeated: false },
        },
      ],
      invoices: [
        {
          ...{ invoiceId: draftId, accountId: 'acme', currency: 'USD' },
          ...{ startDate: '2030-01-01T00:00:00.000Z', endDate: '2030-02-01T00:00:00.000Z' },
          ...{ statusBefore: 'DRAFT', statusAfter: 'DRAFT', totalBefore: 130, totalAfter: 30 },
          ...{ paidBefore: 0, paidAfter: 0, heldBefore: 0, heldAfter: 0 },
          ...{ amountDueBefore: 130, amountDueAfter: 30 },
          draws: [
            { ...draw('work'), amountBefore: 0, amountAfter: 70 },
            { ...draw('travel'), amountBefore: 0, amountAfter: 30 },
          ],
        },
      ],
      omittedAccounts: 0,
    });
    expect((await service.sandbox.must.get('/credits')).data).toEqual([]);
    expect((await service.sandbox.must.get(`/invoices/${draftId}`)).totalAmount).toBe(130);
  });

  it('200 with the reason for each grant that would be rejected, beside those that would not', async () => {
    const { body } = await preview(
      { accountId: 'nobody' },
      { creditAmount: 10 },
      { accountId: 'unborn' },
      { creditAmount: 0.001 },
      { effectiveUntil: '2029-12-31' },
      { effectiveUntil: '2030-01-05' },
      { applicableEntityIds: ['nothing'] },
    );
    expect(body.grants.map(reasonOf)).toEqual([
      'ACCOUNT_NOT_FOUND: account nobody not found',
      'granted, 10 drawn',
      'ACCOUNT_IN_DRAFT: account unborn is in DRAFT; set its status to ACTIVE first',
      'CREDIT_AMOUNT_TOO_FINE: creditAmount: must have at most 2 decimal places in USD',
      'CREDIT_PERIOD_REVERSED: effectiveUntil: must not be before effectiveFrom',
      'CREDIT_PERIOD_PAST: effectiveUntil: must not be before today, 2030-01-10',
      'BILLABLE_NOT_FOUND: billable nothing not found',
    ]);
    expect(body.invoices[0].totalAfter).toBe(120);
  });

  it('200 and says which grants were made before, also within one request', async () => {
    const again = { accountId: 'other', idempotencyKey: 'once' };
    const both = await preview(again, again);
    expect(both.body.grants.map(({ isRepeated }: Reply['body']) => isRepeated)).toEqual([false, true]);
    await service.sandbox.must.post('/credits', {
      creditRequests: [{ ...terms, creditAmount: 100, ...again }],
    });
    const { body } = await preview(again, { ...again, creditAmount: 1 });
    expect(body.grants[0].isRepeated).toBe(true);
    expect(reasonOf(body.grants[1])).toMatch(/^CREDIT_KEY_TAKEN: idempotencyKey: once was used before/);
  });

  it('200 without the drafts of an account that has too many', async () => {
    await openAccount(service.sandbox, 'busy');
    for (let count = 0; count <= 100; count++) await insertDraft(service, 'busy', `busy-${count}`);
    const { body } = await preview({ accountId: 'busy' }, { creditAmount: 1 });
    expect(body.omittedAccounts).toBe(1);
    expect(body.grants.map(reasonOf)).toEqual(['granted, undefined drawn', 'granted, 1 drawn']);
    expect(body.invoices.map(({ accountId }: Reply['body']) => accountId)).toEqual(['acme']);
  });

  it('400 for more than 100 grants', async () => {
    expect((await preview(...Array.from({ length: 101 }, () => ({})))).status).toBe(400);
  });
});

const draw = (lineId: string) => ({ purpose: 'Goodwill', lineId, description: lineId });

function reasonOf({ problem, drawnAmount }: Reply['body']): string {
  return problem ? `${problem.code}: ${problem.message}` : `granted, ${drawnAmount} drawn`;
}

import { beforeAll, describe, expect, it } from 'vitest';
import {
  editTimeline,
  listInvoices,
  onlyInvoice,
  openAccount,
  publishPlan,
  sellFee,
  sellUsage,
  use,
  valuesOf,
} from '#test/billing-scenario.ts';
import { type Client, useService } from '#test/running-app.ts';

const service = useService();
let calls: string;
let fee: string;
let plan: string;
beforeAll(async () => {
  await service.sandbox.setClock('2030-01-20T00:00:00Z');
  calls = await sellUsage(service.sandbox, 'calls');
  fee = await sellFee(service.sandbox, 'Fee');
  plan = await publishPlan(service.sandbox, {
    name: 'Standard',
    graceDays: 2,
    cards: [
      { type: 'USAGE', billableId: calls, usage: { model: 'TIERED', slabs: [{ rate: 1 }] } },
      { type: 'FIXED_FEE', billableId: fee, fee: { rate: 50 } },
    ],
  });
});

interface Grant {
  accountId: string;
  purpose: string;
  creditAmount: number;
  priority?: number;
  effectiveFrom?: string;
  effectiveUntil?: string;
  applicableEntityIds?: string[];
}

async function grant(client: Client, ...grants: Grant[]): Promise<string[]> {
  const creditRequests = grants.map((each) => ({ priority: 1, effectiveFrom: '2030-01-01', ...each }));
  const credits = await client.must.post('/credits', { creditRequests });
  await client.settle();
  return credits.map(({ id }: { id: string }) => id);
}

/** `ACTIVE 100 held 40 consumed 0`. */
async function stateOf(client: Client, id: string): Promise<string> {
  const { status, creditAmount, holdAmount, consumedAmount } = await client.must.get(`/credits/${id}`);
  return `${status} ${creditAmount} held ${holdAmount} consumed ${consumedAmount}`;
}

async function movesOf(client: Client, id: string): Promise<string[]> {
  const { transactions } = await client.must.get(`/credits/${id}`);
  return transactions.map(
    ({ transactionType, amount }: { transactionType: string; amount: number }) =>
      `${transactionType} ${amount}`,
  );
}

const january = (account: string, amount: string) =>
  use(service.sandbox, { meter: 'calls', account, at: '2030-01-10T00:00:00Z', amount });

// The clock of the sandbox runs through all of these, so they stand in the order of their dates.
describe('credits of an account', () => {
  it('are held by its draft, in order of priority, end, scope and age', async () => {
    await openAccount(service.sandbox, 'acme');
    await editTimeline(service.sandbox, 'acme', [{ planId: plan, from: '2030-01-01' }]);
    await january('acme', '60');
    const [a, b, c] = (await grant(
      service.sandbox,
      {
        accountId: 'acme',
        purpose: 'A',
        creditAmount: 40,
        applicableEntityIds: [calls],
        effectiveUntil: '2030-12-31',
      },
      { accountId: 'acme', purpose: 'B', creditAmount: 30, effectiveUntil: '2030-06-30' },
      {
        ...{ accountId: 'acme', purpose: 'C', creditAmount: 100, priority: 5 },
        applicableEntityIds: ['ALL_FIXED_FEE_RATE_CARDS'],
      },
    )) as [string, string, string];
    // B ends first and pays 30 of the calls, A the 30 that are left of them, C the fee of 50.
    expect(await stateOf(service.sandbox, a)).toBe('ACTIVE 40 held 30 consumed 0');
    expect(await stateOf(service.sandbox, b)).toBe('ACTIVE 30 held 30 consumed 0');
    expect(await stateOf(service.sandbox, c)).toBe('ACTIVE 100 held 50 consumed 0');
    const draft = await onlyInvoice(service.sandbox, 'acme');
    expect(draft).toMatchObject({ status: 'DRAFT', totalAmount: 0 });
    expect(valuesOf(draft, 'GROSS_AMOUNT', 'SUB_CREDITS', 'NET_AMOUNT')).toEqual([
      ['NET_AMOUNT', 0],
      ['GROSS_AMOUNT', 110],
      ['SUB_CREDITS', -30],
      ['SUB_CREDITS', -30],
      ['SUB_CREDITS', -50],
    ]);
    // activeCredits 170; available 170; running 170 − 110 held; all three are usable on the draft.
    expect(await service.sandbox.must.get('/accounts/acme/credit_balance')).toMatchObject({
      ...{ activeCredits: 170, availableBalance: 170, runningBalance: 60, inapplicableCredits: 0 },
      unit: 'USD',
    });
  });

  it('are given by a void to nobody: the next grant pays instead', async () => {
    await openAccount(service.sandbox, 'voided');
    await editTimeline(service.sandbox, 'voided', [{ planId: plan, from: '2030-01-01' }]);
    const [first] = (await grant(service.sandbox, {
      accountId: 'voided',
      purpose: 'first',
      creditAmount: 20,
    })) as [string];
    expect((await onlyInvoice(service.sandbox, 'voided')).totalAmount).toBe(30);
    await service.sandbox.must.post(`/credits/${first}/void`);
    await service.sandbox.settle();
    expect((await onlyInvoice(service.sandbox, 'voided')).totalAmount).toBe(50);
    expect(await stateOf(service.sandbox, first)).toBe('VOIDED 20 held 0 consumed 0');
  });

  it('that end with the month run off on its draft, and what is left expires with it', async () => {
    await openAccount(service.sandbox, 'late');
    await editTimeline(service.sandbox, 'late', [{ planId: plan, from: '2030-01-01', until: '2030-02-01' }]);
    const [id] = (await grant(service.sandbox, {
      ...{ accountId: 'late', purpose: 'January', creditAmount: 100, effectiveUntil: '2030-01-31' },
      applicableEntityIds: [calls],
    })) as [string];
    await january('late', '40');
    await service.sandbox.setClock('2030-02-01T00:00:00Z');
    expect(await stateOf(service.sandbox, id)).toBe('ACTIVE 100 held 40 consumed 0');
    await january('late', '30'); // inside the grace of two days
    await service.sandbox.setClock('2030-02-03T00:00:00Z');
    expect(await stateOf(service.sandbox, id)).toBe('EXPIRED 100 held 0 consumed 70');
    expect(await movesOf(service.sandbox, id)).toEqual(['CREDITED 100', 'DEBITED 70', 'EXPIRED 30']);
    const [invoice] = await listInvoices(service.sandbox, 'late');
    expect(invoice).toMatchObject({ status: 'DUE', totalAmount: 50 });
  });

  it('were consumed by the invoice of January, which says so down to the line', async () => {
    const [issued] = await listInvoices(service.sandbox, 'acme');
    expect(issued).toMatchObject({ status: 'PAID', finalizingStatus: 'FINALIZED', totalAmount: 0 });
    const { data } = await service.sandbox.must.get('/credits?account_id=acme');
    const states = await Promise.all(data.map(({ id }: { id: string }) => stateOf(service.sandbox, id)));
    // February has its own fee of 50, of which C, with 50 left, holds all; A has 10 left and no calls to pay.
    expect(states.sort()).toEqual([
      'ACTIVE 100 held 50 consumed 50',
      'ACTIVE 40 held 0 consumed 30',
      'CONSUMED 30 held 0 consumed 30',
    ]);
    const { lines } = await service.sandbox.must.get(`/ext/v1/invoices/${issued.id}/explain`);
    const credit = lines.find(({ type }: { type: string }) => type === 'SUB_CREDITS');
    expect(credit).toMatchObject({ amount: -30, pays: [{ lineId: calls, amount: '30' }] });
  });

  it('go to the draft that comes due first', async () => {
    await openAccount(service.sandbox, 'two');
    await editTimeline(service.sandbox, 'two', [{ planId: plan, from: '2030-02-15' }]);
    await service.sandbox.setClock('2030-03-01T12:00:00Z'); // February is in grace, March has begun
    const [id] = (await grant(service.sandbox, {
      accountId: 'two',
      purpose: 'both months',
      creditAmount: 70,
      effectiveFrom: '2030-02-01',
    })) as [string];
    const totals = async () => (await listInvoices(service.sandbox, 'two')).map((each) => each.totalAmount);
    // 70 = 50 for February and 20 for March.
    expect(await totals()).toEqual([0, 30]);
    expect(await stateOf(service.sandbox, id)).toBe('ACTIVE 70 held 70 consumed 0');
    await service.sandbox.setClock('2030-03-03T00:00:00Z');
    expect(await totals()).toEqual([0, 30]);
    expect(await stateOf(service.sandbox, id)).toBe('ACTIVE 70 held 20 consumed 50');
  });

  it('pay fees in advance on their due day, and not the day before their start', async () => {
    const client = service.sandbox;
    const advance = await publishPlan(client, {
      name: 'Advance',
      cards: [{ type: 'FIXED_FEE', billableId: fee, timing: 'IN_ADVANCE', fee: { rate: 50 } }],
    });
    await openAccount(client, 'early');
    await grant(
      client,
      { accountId: 'early', purpose: 'April', creditAmount: 30, effectiveFrom: '2030-04-01' },
      { accountId: 'early', purpose: 'later', creditAmount: 30, effectiveFrom: '2030-04-02' },
    );
    await editTimeline(client, 'early', [{ planId: advance, from: '2030-04-01', until: '2030-05-01' }]);
    await client.setClock('2030-04-01T00:00:00Z');
    const [invoice] = await listInvoices(client, 'early');
    expect(invoice).toMatchObject({ invoiceType: 'STANDARD_ADVANCED', status: 'DUE', totalAmount: 20 });
  });

  it('are matched by the day of the invoice where the organization says so', async () => {
    const client = service.sandbox;
    await openAccount(client, 'issued');
    await editTimeline(client, 'issued', [{ planId: plan, from: '2030-04-01', until: '2030-05-01' }]);
    // The invoice of April is due on 3 May: by its service both would pay, by its date only the second.
    await grant(
      client,
      { accountId: 'issued', purpose: 'April', creditAmount: 30, effectiveUntil: '2030-04-30' },
      { accountId: 'issued', purpose: 'May', creditAmount: 5, effectiveUntil: '2030-05-03', priority: 2 },
    );
    expect((await onlyInvoice(client, 'issued')).totalAmount).toBe(15);
    await client.must.post('/settings', {
      ...{ id: 'CREDIT_PERIOD_TEST', name: 'Test', namespace: 'PLATFORM', dataType: 'STRING' },
      ...{ entityType: 'ORGANIZATION', entityId: 'default', value: 'ISSUE_DATE' },
    });
    expect((await onlyInvoice(client, 'issued')).totalAmount).toBe(45);
  });
});

import { beforeAll, describe, expect, it } from 'vitest';
import { decimal, decimalText } from '#core/decimal.ts';
import { inOrg } from '#test/billing-rows.ts';
import { openAccount } from '#test/billing-scenario.ts';
import { useService } from '#test/running-app.ts';
import { grantPlanCredits, type PlanCredit } from './index.ts';

const service = useService();
const accountId = 'acme';

beforeAll(async () => {
  await service.sandbox.setClock('2030-03-01T00:00:00Z');
  await openAccount(service.sandbox, accountId);
});

function credit(idempotencyKey: string, more: Partial<PlanCredit> = {}): PlanCredit {
  return {
    purpose: 'Included credit',
    applicableEntityIds: [],
    effectiveFrom: Temporal.PlainDate.from('2030-03-01'),
    effectiveUntil: Temporal.PlainDate.from('2030-03-31'),
    creditAmount: decimal('50'),
    priority: 0,
    grantorId: 'addon.1',
    idempotencyKey,
    ...more,
  };
}

const grant = (credits: PlanCredit[]) =>
  inOrg(service, 'sandbox', (tx, org) => {
    const now = Temporal.Instant.from('2030-03-01T00:00:00Z');
    return grantPlanCredits({ tx, org, now }, { accountId, credits });
  });

describe('credits that plans grant', () => {
  it('are granted once for each key, whatever is asked again', async () => {
    const [first] = await grant([credit('a')]);
    const again = await grant([credit('a', { creditAmount: decimal('70') }), credit('b')]);
    expect(again.map(({ id, creditAmount }) => [id === first?.id, decimalText(creditAmount)])).toEqual([
      [true, '50'],
      [false, '50'],
    ]);
  });

  it('are granted once when two ask at the same time', async () => {
    const granted = await Promise.all([1, 2, 3, 4].map(() => grant([credit('c')])));
    expect(new Set(granted.map(([row]) => row?.id)).size).toBe(1);
  });

  it('may lie in the past, and have priority 0', async () => {
    const past = {
      effectiveFrom: Temporal.PlainDate.from('2030-01-01'),
      effectiveUntil: Temporal.PlainDate.from('2030-01-31'),
    };
    const [row] = await grant([credit('d', past)]);
    expect(row).toMatchObject({ status: 'ACTIVE', priority: 0 });
    await service.sandbox.settle();
    const { status } = await service.sandbox.must.get(`/credits/${row?.id}`);
    expect(status).toBe('EXPIRED');
  });

  it('of nothing are not granted', async () => {
    expect(await grant([credit('e', { creditAmount: decimal('0') })])).toEqual([]);
  });
});

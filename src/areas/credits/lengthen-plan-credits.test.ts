import { beforeAll, expect, it } from 'vitest';
import { decimal } from '#core/decimal.ts';
import { inOrg } from '#test/billing-rows.ts';
import { openAccount } from '#test/billing-scenario.ts';
import { useService } from '#test/running-app.ts';
import { grantPlanCredits, lengthenPlanCredits, type PlanCredit } from './index.ts';

const service = useService();
const accountId = 'acme';
const now = Temporal.Instant.from('2030-03-01T00:00:00Z');
const date = Temporal.PlainDate.from;

beforeAll(async () => {
  await service.sandbox.setClock(`${now}`);
  await openAccount(service.sandbox, accountId);
});

function grant(idempotencyKey: string, lastDay: string | null) {
  const credit: PlanCredit = {
    ...{ purpose: idempotencyKey, applicableEntityIds: [], effectiveFrom: date('2030-02-01') },
    ...{ creditAmount: decimal('50'), priority: 0, grantorId: 'addon.1', idempotencyKey },
    effectiveUntil: lastDay === null ? null : date(lastDay),
  };
  return inOrg(service, 'sandbox', (tx, org) =>
    grantPlanCredits({ tx, org, now }, { accountId, credits: [credit] }),
  );
}

const lengthen = (keys: string[], lastDay: string) =>
  inOrg(service, 'sandbox', (tx, org) => {
    const credits = keys.map((idempotencyKey) => ({ idempotencyKey, lastDay: date(lastDay) }));
    return lengthenPlanCredits({ tx, org, now }, { accountId, credits });
  });

it('moves the end of what ends earlier, and of nothing that is over', async () => {
  const keys = ['short', 'long', 'endless', 'void', 'expired', 'other'];
  const days = ['2030-03-15', '2030-04-30', null, '2030-03-15', '2030-02-20', '2030-03-15'];
  const rows = await Promise.all(keys.map((key, index) => grant(key, days[index] ?? null)));
  await service.sandbox.must.post(`/credits/${rows[3]?.[0]?.id}/void`);
  await service.sandbox.settle();
  await lengthen([...keys.slice(0, 5), 'unknown'], '2030-03-31');
  const show = async () => {
    const { data } = await service.sandbox.must.get(`/credits?account_id=${accountId}`);
    return data
      .map((each: Record<string, string>) => `${each.purpose} ${each.effectiveUntil ?? '-'} ${each.status}`)
      .toSorted();
  };
  expect(await show()).toEqual([
    'endless - ACTIVE',
    'expired 2030-02-20 EXPIRED',
    'long 2030-04-30 ACTIVE',
    'other 2030-03-15 ACTIVE',
    'short 2030-03-31 ACTIVE',
    'void 2030-03-15 VOIDED',
  ]);
  // It expires at its new end.
  await service.sandbox.setClock('2030-03-31T23:59:59Z');
  expect((await show())[4]).toBe('short 2030-03-31 ACTIVE');
  await service.sandbox.setClock('2030-04-01T00:00:00Z');
  expect((await show())[4]).toBe('short 2030-03-31 EXPIRED');
});

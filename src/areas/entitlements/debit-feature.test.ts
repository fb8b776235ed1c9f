import { beforeAll, describe, expect, it } from 'vitest';
import { decimal, decimalText } from '#core/decimal.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { openAccount } from '#test/billing-scenario.ts';
import { asSandbox } from '#test/metering-scenario.ts';
import { useService } from '#test/running-app.ts';
import { debitFeature } from './debit-feature.ts';
import { readFeatureBalance, sumOverage } from './store/balances.ts';
import { insertEntries, type NewEntry } from './store/grants.ts';
import { insertWallets } from './store/wallets.ts';

const service = useService();
const at = (text: string) => Temporal.Instant.from(text);
const now = at('2030-01-10T00:00:00Z');
let featureId: string;

function entry(id: string, granted: string | null, members: Partial<NewEntry> = {}): NewEntry {
  return {
    ...{ accountId: 'a1', featureId, id, source: granted === null ? 'OVERAGE' : 'ENTITLEMENT' },
    ...{ scheduleId: null, invoiceTiming: null, blockAt: null, cardUntil: null },
    ...{ effectiveFrom: at('2030-01-01T00:00:00Z'), effectiveUntil: at('2030-02-01T00:00:00Z') },
    granted: granted === null ? null : decimal(granted),
    ...members,
  };
}

async function grant(tx: Tx, org: Org, entries: NewEntry[]): Promise<void> {
  await insertWallets(tx, org, { wallets: entries, now });
  await insertEntries(tx, org, { entries, now });
}

let sent = 0;
function debit(tx: Tx, org: Org, event: { units: string; at?: string; accountId?: string }) {
  sent += 1;
  return debitFeature(tx, org, {
    ...{ accountId: event.accountId ?? 'a1', featureId, units: decimal(event.units) },
    at: at(event.at ?? '2030-01-09T00:00:00Z'),
    referenceId: `00000000-0000-7000-8000-${String(sent).padStart(12, '0')}`,
  });
}

/** `granted balance overageLimit usedOverage`. */
async function balanceOf(tx: Tx, org: Org, accountId = 'a1', instant = now): Promise<string> {
  const found = await readFeatureBalance(tx, org, { accountId, featureId, at: instant });
  const { granted, balance, overageLimit, usedOverage } = found;
  return [granted, balance, overageLimit, usedOverage].map((n) => (n ? decimalText(n) : 'none')).join(' ');
}

beforeAll(async () => {
  const { sandbox } = service;
  await sandbox.setClock('2030-01-10T00:00:00Z');
  for (const id of ['a1', 'a2', 'a3']) await openAccount(sandbox, id);
  featureId = (await sandbox.must.post('/features', { name: 'Calls', schemaAssociations: [] })).id;
});

describe('debiting a feature', () => {
  it('takes from the entries in order, records each part, and adds up', () =>
    asSandbox(service, async (tx, org) => {
      await grant(tx, org, [
        entry('B', '10', { effectiveUntil: at('2030-04-01T00:00:00Z') }),
        entry('A', '5'),
        entry('O', '20', { source: 'OVERAGE' }),
      ]);
      const enough = [];
      for (const units of ['18', '18', '17', '0']) enough.push((await debit(tx, org, { units })).isEnough);
      expect(enough).toEqual([true, false, true, true]);
      expect(await balanceOf(tx, org)).toBe('15 0 20 20');
      const { rows } = await tx.executeQuery<{ entryId: string; units: string }>(
        tx
          .selectFrom('featureDebits')
          .select(['entryId', 'units'])
          .where('orgId', '=', org.orgId)
          .orderBy('referenceId')
          .orderBy('position')
          .compile(),
      );
      expect(rows.map(({ entryId, units }) => `${entryId} ${units}`)).toEqual(['A 5', 'B 10', 'O 3', 'O 17']);
      const range = { accountId: 'a1', featureId, from: at('2030-01-09T00:00:00Z') };
      const sum = (until: string) => sumOverage(tx, org, { ...range, until: at(until) });
      expect(String(await sum('2030-01-09T00:00:00.000001Z'))).toBe('20');
      expect(String(await sum('2030-01-09T00:00:00Z'))).toBe('0');
    }));

  it('finds nothing where nothing was granted', () =>
    asSandbox(service, async (tx, org) => {
      expect(await debit(tx, org, { units: '1', accountId: 'a2' })).toEqual({ isEnough: false });
      expect(await debit(tx, org, { units: '0', accountId: 'a2' })).toEqual({ isEnough: true });
      expect(await balanceOf(tx, org, 'a2')).toBe('0 0 0 0');
    }));

  it('waits for another transaction with the same wallet, and finds what that left', async () => {
    await asSandbox(service, (tx, org) => grant(tx, org, [entry('A', '20', { accountId: 'a3' })]));
    const responses = await Promise.all(
      Array.from({ length: 12 }, () =>
        asSandbox(service, (tx, org) => debit(tx, org, { units: '3', accountId: 'a3' })),
      ),
    );
    expect(responses.filter(({ isEnough }) => isEnough)).toHaveLength(6); // 6 × 3 = 18 of 20
    expect(await asSandbox(service, (tx, org) => balanceOf(tx, org, 'a3'))).toBe('20 2 0 0');
  });

  it('shows overage without a limit as none', () =>
    asSandbox(service, async (tx, org) => {
      await grant(tx, org, [entry('unlimited', null, { accountId: 'a2' })]);
      await debit(tx, org, { units: '7.5', accountId: 'a2' });
      expect(await balanceOf(tx, org, 'a2')).toBe('0 0 none 7.5');
      expect(await balanceOf(tx, org, 'a2', at('2030-02-01T00:00:00Z'))).toBe('0 0 0 0');
    }));
});

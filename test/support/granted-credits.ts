import { sql } from 'kysely';
import { insertEntries, type NewEntry } from '#areas/entitlements/store/grants.ts';
import { insertWallets } from '#areas/entitlements/store/wallets.ts';
import { type Decimal, decimal, decimalText } from '#core/decimal.ts';
import { asSandbox } from './metering-scenario.ts';
import type { Service } from './running-app.ts';

/** Credits as granted by a purchase: an entry with a window, written as the service itself would. */
export interface GrantTerms {
  id: string;
  featureId: string;
  accountId?: string;
  /** Null: unlimited overage. */
  granted: string | null;
  source?: NewEntry['source'];
  from?: string;
  until?: string;
  createdAt?: string;
}

export function grantCredits(service: Service, terms: GrantTerms[], organization = 'default'): Promise<void> {
  const grant: Parameters<typeof asSandbox<void>>[1] = async (tx, org) => {
    for (const each of terms) {
      const { accountId = 'a1', source = 'ENTITLEMENT', createdAt = '2030-01-01T00:00:00Z' } = each;
      const { from = '2030-01-01T00:00:00Z', until = '2030-02-01T00:00:00Z' } = each;
      const entry: NewEntry = {
        ...{ accountId, featureId: each.featureId, id: each.id, source },
        ...{ scheduleId: null, invoiceTiming: null, blockAt: null, cardUntil: null },
        effectiveFrom: Temporal.Instant.from(from),
        effectiveUntil: Temporal.Instant.from(until),
        granted: each.granted === null ? null : decimal(each.granted),
      };
      const now = Temporal.Instant.from(createdAt);
      await insertWallets(tx, org, { wallets: [entry], now });
      await insertEntries(tx, org, { entries: [entry], now });
    }
  };
  return asSandbox(service, grant, organization);
}

/** The debits of events for each entry, by its id; fails the test unless they equal its used amount. */
export function readDebits(service: Service): Promise<Record<string, string>> {
  return asSandbox(service, async (tx, { orgId }) => {
    const { rows } = await sql<{ id: string; used: Decimal; taken: Decimal | null }>`
      select e.id, e.used, sum(d.units) as taken from feature_credit_entries e
      left join feature_debits d on d.org_id = e.org_id and d.account_id = e.account_id
        and d.feature_id = e.feature_id and d.entry_id = e.id
      where e.org_id = ${orgId} group by e.id, e.account_id, e.feature_id, e.used order by e.id`.execute(tx);
    const wrong = rows.filter(({ used, taken }) => !used.eq(taken ?? 0));
    if (wrong.length > 0) throw new Error(`debits do not add up: ${JSON.stringify(wrong)}`);
    return Object.fromEntries(rows.map(({ id, used }) => [id, decimalText(used)]));
  });
}

import { insertEntries, type NewEntry } from '#areas/entitlements/store/grants.ts';
import { insertWallets } from '#areas/entitlements/store/wallets.ts';
import { decimal } from '#core/decimal.ts';
import { asSandbox } from './metering-scenario.ts';
import type { Service } from './running-app.ts';

/** Credits as a purchase grants them: an entry with a window, written as the service itself would. */
export interface GrantTerms {
  id: string;
  featureId: string;
  accountId?: string;
  /** Null: overage without a limit. */
  granted: string | null;
  source?: NewEntry['source'];
  from?: string;
  until?: string;
  createdAt?: string;
}

export function grantCredits(service: Service, terms: GrantTerms[]): Promise<void> {
  return asSandbox(service, async (tx, org) => {
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
  });
}

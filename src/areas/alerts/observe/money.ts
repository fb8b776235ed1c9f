import { listRunningBalances } from '#areas/credits/index.ts';
import { readFeatureBalance } from '#areas/entitlements/index.ts';
import { sumRevenue } from '#areas/metrics/index.ts';
import { readFactors } from '#areas/organizations/index.ts';
import { findWallet } from '#areas/wallets/index.ts';
import { ZERO } from '#core/decimal.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import type { AlertRow } from '../store/alerts.ts';
import type { MeasuredPeriod } from './measured-period.ts';
import { isBelow, reaches, type Sight } from './observation.ts';

/** Revenue of the account's cycle, or of a calendar month in the base currency. */
export async function observeRevenue(
  { tx, org, now }: ScheduledWorkContext,
  alert: AlertRow,
  period: MeasuredPeriod,
): Promise<Sight> {
  const { accountId, entityId: billableId } = alert;
  const range = { from: period.startAt, until: period.endAt };
  return reaches(alert, await sumRevenue(tx, org, { accountId, billableId, ...range, now }), period);
}

/**
 * Credits minus the holds of drafts: of the account in its currency, of all accounts in the base currency.
 */
export async function observeCreditBalance(
  { tx, org, now }: ScheduledWorkContext,
  alert: AlertRow,
): Promise<Sight> {
  const balances = await listRunningBalances(tx, org, alert.accountId);
  const factorOf = alert.accountId === null ? await readFactors(tx, org) : () => undefined;
  const inOneUnit = balances.map(({ unit, balance }) => balance.times(factorOf(unit, now) ?? 1));
  return isBelow(
    alert,
    inOneUnit.reduce((sum, balance) => sum.plus(balance), ZERO),
  );
}

/**
 * Wallet money without holds. An account that was never active has no wallet, so its balance cannot be low.
 */
export async function observeWallet({ tx, org }: ScheduledWorkContext, alert: AlertRow): Promise<Sight> {
  const wallet = await findWallet(tx, org, alert.accountId ?? '');
  return wallet ? isBelow(alert, wallet.balance) : { observations: [], isComplete: true };
}

/** The remaining feature credits of an account. */
export async function observeEntitlement(
  { tx, org, now }: ScheduledWorkContext,
  alert: AlertRow,
): Promise<Sight> {
  const { accountId, entityId } = alert;
  const key = { accountId: accountId ?? '', featureId: entityId ?? '' };
  return isBelow(alert, (await readFeatureBalance(tx, org, { ...key, at: now })).balance);
}

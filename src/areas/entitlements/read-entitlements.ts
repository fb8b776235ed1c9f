import { type FeatureRow, listFeatures } from '#areas/features/index.ts';
import { cycleOf, listSchedules, type ScheduleRow } from '#areas/schedules/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { listCardGrants } from './read-card-grants.ts';
import { type FeatureBalance, listFeatureBalances } from './store/balances.ts';
import { listConfiguredValues, listGrantedFeatures, MAX_ENTITLEMENTS } from './store/entitlements.ts';

export interface EntitlementValue {
  featureId: string;
  value: string;
}

interface Holdings {
  /** Features with a card for credits on the plan that is in force. */
  priced: ReadonlySet<string>;
  /** Features with overage on it, and no more. */
  extended: ReadonlySet<string>;
  /** By feature; whether a purchase that is valid gives it. */
  granted: ReadonlyMap<string, boolean>;
  /** What settings of the account, else of the plan, say. */
  configured: ReadonlyMap<string, string>;
}

/**
 * What an account is entitled to, by feature id (`metering-pricing.md` 11.5). A metered feature is `true`
 * while there is something left to use. Any other has the value that a setting gives it, or is `true` while
 * the plan or a purchase gives it; features that the account does not have are absent.
 */
export async function readEntitlements(
  tx: Tx,
  org: Org,
  wanted: { accountId: string; at: Temporal.Instant; featureId?: string },
): Promise<EntitlementValue[]> {
  const { accountId, at, featureId } = wanted;
  const holdings = await readHoldings(tx, org, wanted);
  const { priced, extended, granted, configured } = holdings;
  const held = new Set([...priced, ...extended, ...granted.keys(), ...configured.keys()]);
  const ids = [...held].filter((id) => featureId === undefined || id === featureId).sort();
  const features = await listFeatures(tx, org, ids.slice(0, MAX_ENTITLEMENTS));
  const metered = features.filter(isMetered).map(({ id }) => id);
  const balances = await listFeatureBalances(tx, org, { accountId, at, featureIds: metered });
  const byId = new Map(features.map((feature) => [feature.id, feature]));
  return ids.flatMap((id) => {
    const feature = byId.get(id);
    const value = feature && findValue(feature, holdings, balances);
    return value === undefined || value === null ? [] : [{ featureId: id, value }];
  });
}

async function readHoldings(
  tx: Tx,
  org: Org,
  wanted: { accountId: string; at: Temporal.Instant; featureId?: string },
): Promise<Holdings> {
  const schedule = await findScheduleAt(tx, org, wanted);
  const [grants, granted, configured] = await Promise.all([
    schedule ? listCardGrants(tx, org, schedule) : [],
    listGrantedFeatures(tx, org, wanted),
    listConfiguredValues(tx, org, { ...wanted, planId: schedule?.planId ?? null }),
  ]);
  const featuresOf = (source: string) =>
    new Set(grants.filter((grant) => grant.source === source).map((grant) => grant.featureId));
  return {
    priced: featuresOf('PRICE_PLAN'),
    extended: featuresOf('OVERAGE'),
    granted: new Map(granted.map(({ featureId, isPurchased }) => [featureId, isPurchased])),
    configured: new Map(configured.map(({ featureId, value }) => [featureId, value])),
  };
}

async function findScheduleAt(
  tx: Tx,
  org: Org,
  { accountId, at }: { accountId: string; at: Temporal.Instant },
): Promise<ScheduleRow | null> {
  const schedules = await listSchedules(tx, org, { accountIds: [accountId], from: at });
  return schedules.find((schedule) => cycleOf(schedule, at) !== null) ?? null;
}

/** Null when the account does not have the feature. */
function findValue(
  feature: FeatureRow,
  holdings: Holdings,
  balances: ReadonlyMap<string, FeatureBalance>,
): string | null {
  const { id } = feature;
  const { priced, extended, granted, configured } = holdings;
  if (!isMetered(feature)) {
    const isHeld = priced.has(id) || granted.get(id) === true;
    return configured.get(id) ?? (isHeld ? 'true' : null);
  }
  if (!priced.has(id) && !extended.has(id) && !granted.has(id)) return null;
  const balance = balances.get(id);
  return String(balance !== undefined && hasRoom(balance));
}

function hasRoom({ balance, overageLimit, usedOverage }: FeatureBalance): boolean {
  return balance.gt(0) || overageLimit === null || overageLimit.gt(usedOverage);
}

function isMetered({ schemaAssociations }: FeatureRow): boolean {
  return schemaAssociations.length > 0;
}

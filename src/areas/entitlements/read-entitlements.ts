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
  /** Features with an entitlement card on the plan in force. */
  priced: ReadonlySet<string>;
  /** Features that have only an overage card on that plan. */
  extended: ReadonlySet<string>;
  /** By feature: whether a valid purchase grants it. */
  granted: ReadonlyMap<string, boolean>;
  /** Values from settings of the account, else of the plan. */
  configured: ReadonlyMap<string, string>;
}

/**
 * An account's entitlements by feature id (`metering-pricing.md` 11.5). A metered feature is `true` while
 * credits or overage are left. Any other has the value of its setting, or is `true` while the plan or a
 * purchase grants it; features without an entitlement are absent.
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

/** Null if the account is not entitled to the feature. */
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

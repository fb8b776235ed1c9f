import { listAddOnsById } from '#areas/add-ons/index.ts';
import { featureNotFound, listFeatures } from '#areas/features/index.ts';
import { listUsageMeters, usageMeterNotFound } from '#areas/usage-meters/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { cardTypeOf, type RateCardType } from './card-types.ts';
import { addOnNotFound, planNotFound } from './problems.ts';

/** The usage meter, add-on, feature or plan that a card bills, with the facts for showing and checking it. */
export interface Billable {
  displayName: string;
  status: string;
  /** The type of an add-on; null for other billables. */
  addOnType: string | null;
}

export interface BillableRef {
  type: RateCardType;
  billableId: string;
}

/** The plan of a minimum commitment; code that knows the plan checks whether it is the right one. */
const COMMITMENT: Billable = { displayName: 'Minimum commitment', status: 'ACTIVE', addOnType: null };

/** The billables of cards by `billableKey`; omits those that do not exist. */
export async function findBillables(
  tx: Tx,
  org: Org,
  refs: readonly BillableRef[],
): Promise<Map<string, Billable>> {
  const idsOf = (noun: string) => [
    ...new Set(refs.filter(({ type }) => cardTypeOf(type).noun === noun).map(({ billableId }) => billableId)),
  ];
  const [meters, addOns, features] = await Promise.all([
    listUsageMeters(tx, org, idsOf('usage meter')),
    listAddOnsById(tx, org, idsOf('add-on')),
    listFeatures(tx, org, idsOf('feature')),
  ]);
  const known = new Map<string, Billable>();
  for (const { id, displayName, status } of meters) known.set(id, { displayName, status, addOnType: null });
  for (const { id, name, billableName, type, status } of addOns)
    known.set(id, { displayName: billableName ?? name, status, addOnType: type });
  // Features are permanent, so every existing one can be sold.
  for (const { id, displayName } of features)
    known.set(id, { displayName, status: 'ACTIVE', addOnType: null });
  const found = new Map<string, Billable>();
  for (const ref of refs) {
    const billable = ref.type === 'MINIMUM_COMMITMENT' ? COMMITMENT : known.get(ref.billableId);
    if (billable) found.set(billableKey(ref), billable);
  }
  return found;
}

export function billableKey({ type, billableId }: BillableRef): string {
  return `${type} ${billableId}`;
}

/** Like `findBillables`; an unknown billable raises a problem, even before other checks. */
export async function getBillables(
  tx: Tx,
  org: Org,
  refs: readonly BillableRef[],
): Promise<Map<string, Billable>> {
  const found = await findBillables(tx, org, refs);
  const missing = refs.find((ref) => !found.has(billableKey(ref)));
  if (missing) throw NOT_FOUND[missing.type]({ id: missing.billableId });
  return found;
}

const NOT_FOUND = {
  USAGE: usageMeterNotFound,
  FIXED_FEE: addOnNotFound,
  LICENSE: addOnNotFound,
  BILLING_ENTITLEMENT: featureNotFound,
  ENTITLEMENT_OVERAGE: featureNotFound,
  CREDIT_GRANT: addOnNotFound,
  MINIMUM_COMMITMENT: planNotFound,
} as const;

import { listManyRateCards, type PlanVersion } from '#areas/price-plans/index.ts';
import { describeDetails } from '#areas/price-plans-v1/index.ts';
import type { Context } from '#platform/http/operation.ts';
import { getSoldVersion } from './read-purchase.ts';
import type { PurchaseRow } from './store.ts';

type ReadContext = Pick<Context, 'tx' | 'org'>;

/** The plan of a purchase in the version that was sold, in the format of the first API version. */
export interface SoldPlan {
  pricePlanName: string;
  purchasePlan: ReturnType<typeof describeDetails>;
}

/**
 * Returns plans by purchase; none for a wallet top-up. Reads each version once, because many purchases share
 * few versions.
 */
export async function readSoldPlans(
  context: ReadContext,
  rows: readonly PurchaseRow[],
): Promise<(row: PurchaseRow) => Partial<SoldPlan>> {
  const versions = await readVersions(context, rows);
  const references = [...versions.values()].map(({ referenceId }) => referenceId);
  const cards = Map.groupBy(
    await listManyRateCards(context.tx, context.org, references),
    ({ referenceId }) => referenceId,
  );
  return (row) => {
    const version = versions.get(keyOf(row));
    if (!version) return {};
    const purchasePlan = describeDetails(version, cards.get(version.referenceId) ?? []);
    return { pricePlanName: version.name, purchasePlan };
  };
}

/** The same without the cards, for lists that only show the name. */
export async function readPlanNames(
  context: ReadContext,
  rows: readonly PurchaseRow[],
): Promise<(row: PurchaseRow) => string> {
  const versions = await readVersions(context, rows);
  return (row) => versions.get(keyOf(row))?.name ?? '';
}

async function readVersions(
  context: ReadContext,
  rows: readonly PurchaseRow[],
): Promise<Map<string, PlanVersion>> {
  const ofPlans = rows.filter(({ planId }) => planId !== null);
  const firsts = new Map(ofPlans.map((row) => [keyOf(row), row]));
  const read = [...firsts].map(async ([key, row]) => [key, await getSoldVersion(context, row)] as const);
  return new Map(await Promise.all(read));
}

function keyOf({ planId, planVersion }: PurchaseRow): string {
  return `${planId}:${planVersion}`;
}

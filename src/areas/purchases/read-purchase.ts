import { findPlanVersion, type PlanVersion } from '#areas/price-plans/index.ts';
import type { Context } from '#platform/http/operation.ts';
import type { Sale } from './sale.ts';
import type { PurchaseRow } from './store.ts';

export function readSale({ sale }: Pick<PurchaseRow, 'sale'>): Sale {
  return JSON.parse(sale) as Sale;
}

/** Returns the version with the fixed price; sold versions are never deleted. */
export async function getSoldVersion(
  { tx, org }: Pick<Context, 'tx' | 'org'>,
  { id, planId, planVersion }: Pick<PurchaseRow, 'id' | 'planId' | 'planVersion'>,
): Promise<PlanVersion> {
  const sold = planId !== null && planVersion !== null;
  const version = sold ? await findPlanVersion(tx, org, { planId, version: planVersion }) : null;
  if (!version) throw new Error(`purchase ${id} has no plan version ${planId} ${planVersion}`);
  return version;
}

import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { featureNotFound } from './problems.ts';
import { type FeatureRow, findFeature } from './store.ts';

export async function getFeature(tx: Tx, org: Org, id: string): Promise<FeatureRow> {
  const row = await findFeature(tx, org, id);
  if (!row) throw featureNotFound({ id });
  return row;
}

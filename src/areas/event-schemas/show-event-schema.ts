import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { describeEventSchema } from './rules.ts';
import type { EventSchema } from './schema.ts';
import { type EventSchemaRow, listFeatureDetails } from './store.ts';

/** The schema as it is on the wire, with the feature that its events use. */
export async function showEventSchema(tx: Tx, org: Org, row: EventSchemaRow): Promise<EventSchema> {
  const features = await listFeatureDetails(tx, org, [row.name]);
  return describeEventSchema(row, features.get(row.name));
}

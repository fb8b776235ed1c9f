import { eventSchemaNotFound, holdEventSchema } from '#areas/event-schemas/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { meterFilterUnknown, meterSchemaArchived, meterSchemaNotActive } from './problems.ts';
import type { Metering } from './read-metering.ts';

/**
 * Requires that the schema of a meter exists and is not archived, and locks that state until the transaction
 * ends.
 */
export async function holdUsableSchema(tx: Tx, org: Org, name: string | null): Promise<void> {
  if (name === null) return;
  const schema = await holdEventSchema(tx, org, name);
  if (!schema) throw eventSchemaNotFound({ id: name });
  if (schema.status === 'ARCHIVED') throw meterSchemaArchived({ name });
}

/** Like `holdUsableSchema`, for activation: the schema must be active and declare the filtered fields. */
export async function holdActiveSchema(tx: Tx, org: Org, metering: Metering): Promise<void> {
  const { eventSchemaName: name, filters } = metering;
  const schema = name === null ? null : await holdEventSchema(tx, org, name);
  if (name !== null && schema?.status !== 'ACTIVE') throw meterSchemaNotActive({ name });
  const fields = schema?.filterFields ?? [];
  const unknown = filters.find(({ field }) => !fields.includes(field));
  if (unknown) throw meterFilterUnknown({ field: unknown.field });
}

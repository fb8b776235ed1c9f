import {
  activateEventSchema,
  createEventSchema,
  deactivateEventSchema,
  type EventSchemaRow,
  findEventSchema,
  listOpenEventSchemas,
  updateEventSchema,
} from '#areas/event-schemas/index.ts';
import type { Context } from '#platform/http/operation.ts';
import { call, type Kind, reject } from '../kind.ts';
import type { SchemaItem } from '../schema.ts';

export const eventSchemaKind: Kind<SchemaItem> = {
  type: 'EVENT_SCHEMA',
  nameOf: ({ name }) => name.trim(),
  async find({ context: { tx, org } }, { name }) {
    const row = await findEventSchema(tx, org, name.trim());
    if (row?.status === 'ARCHIVED')
      reject('an archived event schema has this name in this environment; choose another name');
    return row && { id: row.name, item: describe(row) };
  },
  async create(run, item) {
    const { status, ...body } = item;
    await call(createEventSchema, run, { body });
    if (status === 'ACTIVE') await call(activateEventSchema, run, at(item));
  },
  async change(run, item, found) {
    const { name: _, status, ...members } = item;
    await call(updateEventSchema, run, { ...at(item), body: { ...NOTHING, ...members } });
    const { status: now } = found.item as SchemaItem;
    if (status === now) return;
    await call(status === 'ACTIVE' ? activateEventSchema : deactivateEventSchema, run, at(item));
  },
};

/** Members absent from a document are cleared. */
const NOTHING = {
  ...{ description: null, enrichments: null, eventIdTemplate: null },
  ...{ filterFields: [], eventLevelRevenue: false },
};

/**
 * Whether the document deactivates a schema: its meters, which must be inactive by then, are imported first.
 */
export async function isEnding({ tx, org }: Context, { name, status }: SchemaItem): Promise<boolean> {
  if (status === 'ACTIVE') return false;
  return (await findEventSchema(tx, org, name.trim()))?.status === 'ACTIVE';
}

export async function listSchemaItems({ tx, org }: Context, limit: number): Promise<SchemaItem[]> {
  return (await listOpenEventSchemas(tx, org, { limit })).map(describe);
}

const at = ({ name }: SchemaItem) => ({ params: { event_schema_name: name.trim() } });

function describe(row: EventSchemaRow): SchemaItem {
  const { name, status, attributes, dimensions, description, enrichments, filterFields } = row;
  const { eventIdTemplate, eventLevelRevenue } = row;
  return {
    ...{ name, status: status === 'ACTIVE' ? 'ACTIVE' : 'INACTIVE' },
    ...(description !== null && { description }),
    ...{ attributes, dimensions },
    ...(enrichments !== null && { enrichments }),
    ...(filterFields.length > 0 && { filterFields }),
    ...(eventIdTemplate !== null && { eventIdTemplate }),
    ...(eventLevelRevenue && { eventLevelRevenue }),
  };
}

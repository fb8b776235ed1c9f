import { findEventSchema } from '#areas/event-schemas/index.ts';
import {
  activateUsageMeter,
  createUsageMeter,
  deactivateUsageMeter,
  findUsageMeterNamed,
  listOpenUsageMeters,
  type UsageMeterRow,
  updateUsageMeter,
} from '#areas/usage-meters/index.ts';
import type { Context } from '#platform/http/operation.ts';
import { call, type Kind, type Run, reject, rejectUnknown } from '../kind.ts';
import type { MeterItem } from '../schema.ts';

export const usageMeterKind: Kind<MeterItem> = {
  type: 'USAGE_METER',
  nameOf: ({ name }) => name.trim(),
  async find({ context: { tx, org } }, { name }) {
    const row = await findUsageMeterNamed(tx, org, name.trim());
    if (row?.status === 'ARCHIVED')
      reject('an archived usage meter has this name in this environment; choose another name');
    return row && { id: row.id, item: describe(row) };
  },
  async create(run, item) {
    await requireSchema(run, item);
    const { status, ...body } = item;
    const { id } = await call<{ id: string }>(createUsageMeter, run, { body });
    if (status === 'ACTIVE') await call(activateUsageMeter, run, at(id));
  },
  async change(run, item, { id, item: found }) {
    await requireSchema(run, item);
    const { status, ...members } = item;
    const { status: now } = found as MeterItem;
    // Deactivation precedes other changes in the same document, and activation follows them.
    if (status === 'INACTIVE' && now === 'ACTIVE') await call(deactivateUsageMeter, run, at(id));
    await call(updateUsageMeter, run, { ...at(id), body: { ...NOTHING, ...members } });
    if (status === 'ACTIVE' && now === 'INACTIVE') await call(activateUsageMeter, run, at(id));
  },
};

/** Members absent from a document are cleared. */
const NOTHING = {
  ...{ billableName: null, description: null, unit: null, eventSchemaName: null },
  ...{ filters: [], computations: [] },
};

export async function listMeterItems({ tx, org }: Context, limit: number): Promise<MeterItem[]> {
  return (await listOpenUsageMeters(tx, org, { limit })).map(describe);
}

async function requireSchema(run: Run, { eventSchemaName: name }: MeterItem): Promise<void> {
  if (name === undefined) return;
  const { tx, org } = run.context;
  if (!(await findEventSchema(tx, org, name))) rejectUnknown(run, { type: 'EVENT_SCHEMA', name });
}

const at = (id: string) => ({ params: { usage_meter_id: id } });

function describe(row: UsageMeterRow): MeterItem {
  const { name, type, status, aggregation, billableName, description, unit } = row;
  const { eventSchemaName, filters, computations } = row;
  return {
    ...{ name, status: status === 'ACTIVE' ? 'ACTIVE' : 'INACTIVE', type, aggregation },
    ...(billableName !== null && { billableName }),
    ...(description !== null && { description }),
    ...(unit !== null && { unit }),
    ...(eventSchemaName !== null && { eventSchemaName }),
    ...(filters.length > 0 && { filters }),
    ...(computations.length > 0 && { computations }),
  };
}

import { findEventSchema } from '#areas/event-schemas/index.ts';
import {
  createFeature,
  type FeatureRow,
  findFeatureNamed,
  listFirstFeatures,
  updateFeature,
} from '#areas/features/index.ts';
import type { Context } from '#platform/http/operation.ts';
import { call, type Kind, type Run, rejectUnknown } from '../kind.ts';
import type { FeatureItem } from '../schema.ts';

export const featureKind: Kind<FeatureItem> = {
  type: 'FEATURE',
  nameOf: ({ name }) => name.trim(),
  async find({ context: { tx, org } }, { name }) {
    const row = await findFeatureNamed(tx, org, name.trim());
    return row && { id: row.id, item: describe(row) };
  },
  async create(run, item) {
    await requireSchemas(run, item);
    await call(createFeature, run, { body: item });
  },
  async change(run, item, { id }) {
    await requireSchemas(run, item);
    await call(updateFeature, run, { params: { feature_id: id }, body: { billableName: null, ...item } });
  },
};

export async function listFeatureItems({ tx, org }: Context, limit: number): Promise<FeatureItem[]> {
  return (await listFirstFeatures(tx, org, { limit })).map(describe);
}

async function requireSchemas(run: Run, { schemaAssociations }: FeatureItem): Promise<void> {
  const { tx, org } = run.context;
  for (const { schemaName } of schemaAssociations) {
    const name = schemaName.trim();
    if (!(await findEventSchema(tx, org, name))) rejectUnknown(run, { type: 'EVENT_SCHEMA', name });
  }
}

function describe({ name, billableName, schemaAssociations }: FeatureRow): FeatureItem {
  return { name, ...(billableName !== null && { billableName }), schemaAssociations };
}

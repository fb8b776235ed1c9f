import { operation } from '#platform/http/operation.ts';
import { CatalogUses, CatalogUsesQuery } from '../catalog-uses-schema.ts';
import {
  countPricedSchedules,
  listFeaturesOfSchema,
  listMetersOfSchema,
  listPlanUses,
  MAX_USES,
} from '../store/catalog-uses.ts';

export const listCatalogUses = operation({
  id: 'listCatalogUses',
  method: 'GET',
  route: '/ext/v1/catalog_uses',
  scope: 'plans:read',
  summary: 'List what uses an event schema, usage meter, add-on or feature',
  description:
    'The meters and features of a schema, the rate cards that bill them, and the number of account ' +
    'schedules that price them. Nothing uses what does not exist.',
  request: { query: CatalogUsesQuery },
  response: { status: 200, body: CatalogUses },
  async handle({ tx, org, now }, { query: { type, id } }) {
    const isSchema = type === 'EVENT_SCHEMA';
    const usageMeters = isSchema ? await listMetersOfSchema(tx, org, id) : [];
    const features = isSchema ? await listFeaturesOfSchema(tx, org, id) : [];
    const used = [...usageMeters, ...features].map((each) => each.id);
    const billableIds = isSchema ? used : [id];
    const pricePlans = await listPlanUses(tx, org, billableIds);
    const isCut = [usageMeters, features, pricePlans].some(({ length }) => length > MAX_USES);
    return {
      usageMeters: usageMeters.slice(0, MAX_USES),
      features: features.slice(0, MAX_USES),
      pricePlans: pricePlans.slice(0, MAX_USES),
      schedules: await countPricedSchedules(tx, org, { billableIds, now }),
      isCut,
    };
  },
});

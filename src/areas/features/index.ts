export { getFeature } from './get-feature-row.ts';
export { createFeature } from './operations/create-feature.ts';
export { updateFeature } from './operations/update-feature.ts';
export { featureNotFound } from './problems.ts';
export { CreateFeatureRequest } from './schema.ts';
export {
  type FeatureRow,
  findFeature,
  findFeatureNamed,
  listFeatures,
  listFirstFeatures,
  listSchemaFeatures,
  type SchemaFeature,
} from './store.ts';

export { getFeature } from './get-feature-row.ts';
export { featureNotFound } from './problems.ts';
export {
  type FeatureRow,
  findFeature,
  listFeatures,
  listSchemaFeatures,
  type SchemaFeature,
} from './store.ts';

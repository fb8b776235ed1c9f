import './tables.ts';
import type { Area } from '#platform/http/area.ts';
import { createFeature } from './operations/create-feature.ts';
import { getFeature } from './operations/get-feature.ts';
import { listFeatures } from './operations/list-features.ts';
import { updateFeature } from './operations/update-feature.ts';

export const features: Area = {
  name: 'features',
  title: 'Features',
  operations: [createFeature, listFeatures, getFeature, updateFeature],
};

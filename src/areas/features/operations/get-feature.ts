import { operation } from '#platform/http/operation.ts';
import { getFeature as getRow } from '../get-feature-row.ts';
import { featureNotFound } from '../problems.ts';
import { describeFeature } from '../rules.ts';
import { Feature, FeatureParams } from '../schema.ts';

export const getFeature = operation({
  id: 'getFeature',
  method: 'GET',
  route: '/features/{feature_id}',
  scope: 'catalog:read',
  summary: 'Get a feature',
  request: { params: FeatureParams },
  response: { status: 200, body: Feature },
  problems: [featureNotFound],
  async handle({ tx, org }, { params }) {
    return describeFeature(await getRow(tx, org, params.feature_id));
  },
});

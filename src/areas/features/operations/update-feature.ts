import { eventSchemaNotFound } from '#areas/event-schemas/index.ts';
import { operation } from '#platform/http/operation.ts';
import { associateSchemas } from '../associate-schemas.ts';
import { getFeature } from '../get-feature-row.ts';
import {
  featureAttributeUnknown,
  featureBillableNameTaken,
  featureNameTaken,
  featureNotFound,
  featureSchemaArchived,
  featureSchemaRepeated,
  featureSchemaTaken,
} from '../problems.ts';
import { describeFeature, explainTakenName, readAssociations, readBillableName } from '../rules.ts';
import { Feature, FeatureParams, UpdateFeatureRequest } from '../schema.ts';
import { lockFeature, updateFeature as updateRow } from '../store.ts';

export const updateFeature = operation({
  id: 'updateFeature',
  method: 'PATCH',
  route: '/features/{feature_id}',
  scope: 'catalog:write',
  summary: 'Change a feature',
  description:
    'Sent associations replace stored ones. A removed one stops future debits; past debits stay. ' +
    'Issued invoices keep the name that they were issued with.',
  request: { params: FeatureParams, body: UpdateFeatureRequest },
  response: { status: 200, body: Feature },
  problems: [
    ...[featureNotFound, featureNameTaken, featureBillableNameTaken, eventSchemaNotFound],
    ...[featureSchemaRepeated, featureSchemaArchived, featureAttributeUnknown, featureSchemaTaken],
  ],
  async handle({ tx, org, now }, { params, body }) {
    const id = params.feature_id;
    const wanted = body.schemaAssociations && readAssociations(body.schemaAssociations);
    const row = await lockFeature(tx, org, id);
    if (!row) throw featureNotFound({ id });
    const set = {
      ...(body.name !== undefined && { name: body.name.trim() }),
      ...(body.billableName !== undefined && { billableName: readBillableName(body.billableName) }),
    };
    await updateRow(tx, org, { id, now, set }).catch((error) => {
      throw explainTakenName(error, set);
    });
    if (wanted) await associateSchemas(tx, org, { id, current: row.schemaAssociations, wanted });
    return describeFeature(await getFeature(tx, org, id));
  },
});

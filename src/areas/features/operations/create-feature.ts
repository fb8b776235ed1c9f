import { eventSchemaNotFound } from '#areas/event-schemas/index.ts';
import { operation } from '#platform/http/operation.ts';
import { newId } from '#platform/ids.ts';
import { associateSchemas } from '../associate-schemas.ts';
import { getFeature } from '../get-feature-row.ts';
import {
  featureAttributeUnknown,
  featureBillableNameTaken,
  featureNameTaken,
  featureSchemaArchived,
  featureSchemaRepeated,
  featureSchemaTaken,
} from '../problems.ts';
import { describeFeature, explainTakenName, readAssociations, readBillableName } from '../rules.ts';
import { CreateFeatureRequest, Feature } from '../schema.ts';
import { insertFeature } from '../store.ts';

export const createFeature = operation({
  id: 'createFeature',
  method: 'POST',
  route: '/features',
  scope: 'catalog:write',
  summary: 'Create a feature',
  description: 'Each event of an associated schema debits the value of its attribute from the credits.',
  request: { body: CreateFeatureRequest },
  response: { status: 200, body: Feature },
  problems: [
    ...[featureNameTaken, featureBillableNameTaken, eventSchemaNotFound],
    ...[featureSchemaRepeated, featureSchemaArchived, featureAttributeUnknown, featureSchemaTaken],
  ],
  async handle({ tx, org, now }, { body }) {
    const wanted = readAssociations(body.schemaAssociations);
    const row = {
      orgId: org.orgId,
      id: newId('feature', now),
      name: body.name.trim(),
      billableName: readBillableName(body.billableName),
      createdAt: now,
      updatedAt: now,
    };
    await insertFeature(tx, row).catch((error) => {
      throw explainTakenName(error, row);
    });
    await associateSchemas(tx, org, { id: row.id, current: [], wanted });
    return describeFeature(await getFeature(tx, org, row.id));
  },
});

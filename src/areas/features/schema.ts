import { type Static, Type } from 'typebox';
import { CatalogName } from '#areas/event-schemas/index.ts';
import { Closed, DateTime, List, Name, Nullable, PageOf, Text } from '#platform/http/schemas.ts';

const name = Name(1, 255);
const billableName = Text(0, 255, { description: 'Takes precedence over the name on invoices' });
const displayName = Type.String({ description: 'The billable name, or the name if there is none' });
const members = {
  id: Text(0, 50),
  name,
  billableName: Type.Optional(billableName),
  displayName,
  createdAt: DateTime(),
  updatedAt: DateTime(),
};

const SchemaAssociation = Closed(
  {
    schemaName: CatalogName(),
    attributeName: CatalogName({
      description: 'Attribute whose value is debited from the credits; may be enriched',
    }),
  },
  { component: 'SchemaAssociation' },
);
export type SchemaAssociation = Static<typeof SchemaAssociation>;

const schemaAssociations = List(SchemaAssociation, {
  maxItems: 50,
  uniqueItems: true,
  description: 'Event schemas that use the feature; empty if the feature is not metered',
});

export const Feature = Closed({ ...members, schemaAssociations }, { component: 'Feature' });
export type Feature = Static<typeof Feature>;

export const FeaturePage = PageOf(
  Closed({
    ...members,
    schemaCount: Type.Integer({ description: 'Number of event schemas that meter the feature' }),
  }),
);

export const CreateFeatureRequest = Closed(
  {
    name,
    billableName: Type.Optional(billableName),
    schemaAssociations,
  },
  { component: 'CreateFeatureRequest' },
);
export type CreateFeatureRequest = Static<typeof CreateFeatureRequest>;

export const UpdateFeatureRequest = Closed(
  {
    name: Type.Optional(name),
    billableName: Type.Optional(Nullable(billableName)),
    schemaAssociations: Type.Optional(schemaAssociations),
  },
  { component: 'UpdateFeatureRequest' },
);
export type UpdateFeatureRequest = Static<typeof UpdateFeatureRequest>;

export const FeatureParams = Type.Object({ feature_id: Text(1, 50) });

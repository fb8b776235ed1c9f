import type { Generated } from 'kysely';

declare module '#platform/db/tables.ts' {
  interface Tables {
    features: FeaturesTable;
    featureAssociations: FeatureAssociationsTable;
  }
}

export interface FeaturesTable {
  orgId: number;
  id: string;
  name: string;
  billableName: string | null;
  createdAt: Temporal.Instant;
  updatedAt: Temporal.Instant;
  rowVersion: Generated<number>;
}

/** One row per event schema that meters a feature. */
export interface FeatureAssociationsTable {
  orgId: number;
  schemaName: string;
  featureId: string;
  attributeName: string;
  position: number;
}

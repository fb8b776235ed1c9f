import type { CreateFeatureRequest, UpdateFeatureRequest } from '../../../api/generated/request-types.ts';
import type { Feature } from '../../../api/generated/types.ts';
import type { Translate } from '../../../messages/catalogs.ts';
import type texts from '../../../messages/en/features.json';
import type { FormRow } from '../../../ui/form-rows.ts';
import type { Form, FormErrors } from '../../../ui/use-form.ts';

export type FeatureFields = { name: string; billableName: string; schemas: readonly FormRow[] };

export function featureForm(say: Translate<keyof typeof texts>): Form<FeatureFields, CreateFeatureRequest> {
  return {
    initial: { name: '', billableName: '', schemas: [] },
    check: (fields) => checkFeature(fields, say),
    read: ({ name, billableName, schemas }) => ({
      name: name.trim(),
      ...(billableName.trim() && { billableName: billableName.trim() }),
      schemaAssociations: associationsOf(schemas),
    }),
  };
}

/** A stored feature; an empty name on invoices is none. */
export function changeForm(
  feature: Pick<Feature, 'name' | 'billableName' | 'schemaAssociations'>,
  say: Translate<keyof typeof texts>,
): Form<FeatureFields, UpdateFeatureRequest> {
  return {
    initial: {
      name: feature.name,
      billableName: feature.billableName ?? '',
      schemas: feature.schemaAssociations.map(({ schemaName, attributeName }) => ({
        ...{ schema: schemaName, attribute: attributeName },
      })),
    },
    check: (fields) => checkFeature(fields, say),
    read: ({ name, billableName, schemas }) => ({
      name: name.trim(),
      billableName: billableName.trim() || null,
      schemaAssociations: associationsOf(schemas),
    }),
  };
}

function checkFeature(
  { name, schemas }: FeatureFields,
  say: Translate<keyof typeof texts>,
): FormErrors<FeatureFields> {
  return {
    ...(name.trim() === '' && { name: say('nameNeeded') }),
    ...(Object.assign(
      {},
      ...schemas.map((row, index) => ({
        ...(!row.schema && { [`schemas.${index}.schema`]: say('schemaNeeded') }),
        ...(!row.attribute?.trim() && { [`schemas.${index}.attribute`]: say('attributeNeeded') }),
      })),
    ) as FormErrors<FeatureFields>),
  };
}

function associationsOf(schemas: readonly FormRow[]) {
  return schemas.map(({ schema = '', attribute = '' }) => ({
    ...{ schemaName: schema, attributeName: attribute.trim() },
  }));
}

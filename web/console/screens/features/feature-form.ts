import type { CreateFeatureRequest } from '../../../api/generated/request-types.ts';
import type { Translate } from '../../../messages/catalogs.ts';
import type texts from '../../../messages/en/features.json';
import type { FormRow } from '../../../ui/form-rows.ts';
import type { Form, FormErrors } from '../../../ui/use-form.ts';

export type FeatureFields = { name: string; billableName: string; schemas: readonly FormRow[] };

export function featureForm(say: Translate<keyof typeof texts>): Form<FeatureFields, CreateFeatureRequest> {
  return {
    initial: { name: '', billableName: '', schemas: [] },
    check: ({ name, schemas }) => ({
      ...(name.trim() === '' && { name: say('nameNeeded') }),
      ...(Object.assign(
        {},
        ...schemas.map((row, index) => ({
          ...(!row.schema && { [`schemas.${index}.schema`]: say('schemaNeeded') }),
          ...(!row.attribute?.trim() && { [`schemas.${index}.attribute`]: say('attributeNeeded') }),
        })),
      ) as FormErrors<FeatureFields>),
    }),
    read: ({ name, billableName, schemas }) => ({
      name: name.trim(),
      ...(billableName.trim() && { billableName: billableName.trim() }),
      schemaAssociations: schemas.map(({ schema = '', attribute = '' }) => ({
        ...{ schemaName: schema, attributeName: attribute.trim() },
      })),
    }),
  };
}

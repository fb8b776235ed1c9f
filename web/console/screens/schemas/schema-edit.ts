import type { UpdateEventSchemaRequest } from '../../../api/generated/request-types.ts';
import type { EventSchema } from '../../../api/generated/types.ts';
import type { Translate } from '../../../messages/catalogs.ts';
import type texts from '../../../messages/en/schemaForm.json';
import type { Form } from '../../../ui/use-form.ts';
import { namesOf } from './schema-form.ts';

export type EditedSchema = {
  attributes: string;
  dimensions: string;
  filterFields: string;
  description: string;
  idTemplate: string;
};

/** A stored schema as a form. What the form does not show, such as units and enrichments, stays. */
export function editForm(
  schema: EventSchema,
  say: Translate<keyof typeof texts>,
): Form<EditedSchema, UpdateEventSchemaRequest> {
  const known = { attributes: namesIn(schema.attributes), dimensions: namesIn(schema.dimensions) };
  const isDraft = schema.status === 'DRAFT';
  const missing = (member: keyof typeof known, typed: string) => {
    const gone = isDraft ? [] : known[member].filter((name) => !namesOf(typed).includes(name));
    return gone.length > 0 && { [member]: say('fieldRemoved', { fields: gone.join(', ') }) };
  };
  return {
    initial: {
      attributes: known.attributes.join(', '),
      dimensions: known.dimensions.join(', '),
      filterFields: (schema.filterFields ?? []).join(', '),
      description: schema.description ?? '',
      idTemplate: schema.eventIdTemplate ?? '',
    },
    check: ({ attributes, dimensions }) => ({
      ...(namesOf(attributes).length + namesOf(dimensions).length === 0 && {
        attributes: say('fieldsMissing'),
      }),
      ...missing('attributes', attributes),
      ...missing('dimensions', dimensions),
    }),
    read: (fields) => ({
      attributes: kept(schema.attributes, fields.attributes),
      dimensions: kept(schema.dimensions, fields.dimensions),
      filterFields: namesOf(fields.filterFields),
      description: fields.description.trim() || null,
      eventIdTemplate: fields.idTemplate.trim() || null,
    }),
  };
}

/** A field that stays keeps what else is known of it. */
function kept<Field extends { name: string }>(
  stored: readonly Field[],
  typed: string,
): (Field | { name: string })[] {
  return namesOf(typed).map((name) => stored.find((each) => each.name === name) ?? { name });
}

function namesIn(fields: readonly { name: string }[]): string[] {
  return fields.map(({ name }) => name);
}

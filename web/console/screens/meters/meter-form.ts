import type { CreateUsageMeterRequest } from '../../../api/generated/request-types.ts';
import type { Translate } from '../../../messages/catalogs.ts';
import type texts from '../../../messages/en/meterForm.json';
import type { FormRow } from '../../../ui/form-rows.ts';
import type { Form, FormErrors } from '../../../ui/use-form.ts';

export type MeterFields = {
  template: string;
  name: string;
  schema: string;
  field: string;
  unit: string;
  description: string;
  filters: readonly FormRow[];
};

/** Five ways to count; TOKENS sums input and output tokens of one event. */
export const METER_TEMPLATES = ['COUNT', 'SUM', 'UNIQUE', 'MAX', 'TOKENS'] as const;
export type MeterTemplate = (typeof METER_TEMPLATES)[number];

const AGGREGATIONS = {
  COUNT: 'COUNT',
  SUM: 'SUM',
  UNIQUE: 'UNIQUE_COUNT',
  MAX: 'MAX',
  TOKENS: 'SUM',
} as const;

export function meterForm(say: Translate<keyof typeof texts>): Form<MeterFields, CreateUsageMeterRequest> {
  return {
    initial: { template: 'COUNT', name: '', schema: '', field: '', unit: '', description: '', filters: [] },
    check: ({ template, name, schema, field, filters }) => ({
      ...(name.trim() === '' && { name: say('nameNeeded') }),
      ...(schema === '' && { schema: say('schemaNeeded') }),
      ...(needsField(template) && !/^[\w.-]+$/.test(field.trim()) && { field: say('fieldNeeded') }),
      ...(Object.assign(
        {},
        ...filters.map((row, index) => ({
          ...(!row.field?.trim() && { [`filters.${index}.field`]: say('fieldNeeded') }),
          ...(!row.value?.trim() && { [`filters.${index}.value`]: say('valueNeeded') }),
        })),
      ) as FormErrors<MeterFields>),
    }),
    read: requestOf,
  };
}

export function needsField(template: string): boolean {
  return template === 'SUM' || template === 'MAX' || template === 'UNIQUE';
}

export function requestOf(fields: MeterFields): CreateUsageMeterRequest {
  const template = METER_TEMPLATES.find((each) => each === fields.template) ?? 'COUNT';
  return {
    name: fields.name.trim(),
    ...(fields.unit.trim() && { unit: fields.unit.trim() }),
    ...(fields.description.trim() && { description: fields.description.trim() }),
    ...{ type: 'COUNTER', aggregation: AGGREGATIONS[template], eventSchemaName: fields.schema },
    filters: fields.filters.map(({ field = '', value = '' }) => ({
      field: field.trim(),
      value: value.trim(),
    })),
    computations: [{ order: 1, computation: computationOf(template, fields.field.trim()) }],
  };
}

function computationOf(template: MeterTemplate, field: string): string {
  switch (template) {
    case 'COUNT':
      return '1';
    case 'SUM':
    case 'MAX':
      return JSON.stringify({ var: `attributes.${field}` });
    case 'UNIQUE':
      return JSON.stringify({ var: `dimensions.${field}` });
    case 'TOKENS':
      return JSON.stringify({
        '+': [{ var: 'attributes.input_tokens' }, { var: 'attributes.output_tokens' }],
      });
    default:
      return template satisfies never;
  }
}

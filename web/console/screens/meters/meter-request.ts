import type {
  CreateUsageMeterRequest,
  UpdateUsageMeterRequest,
} from '../../../api/generated/request-types.ts';
import type { UsageMeter } from '../../../api/generated/types.ts';
import { compactLogic } from '../../../parts/logic/logic-text.ts';
import type { MeterFields, Metering } from './meter-form.ts';

/** Five ways to count, and one for everything else; TOKENS sums input and output tokens of one event. */
export const METER_TEMPLATES = ['COUNT', 'SUM', 'UNIQUE', 'MAX', 'TOKENS', 'OWN'] as const;
export type MeterTemplate = (typeof METER_TEMPLATES)[number];

export function templateOf({ template }: Pick<MeterFields, 'template'>): MeterTemplate {
  return METER_TEMPLATES.find((each) => each === template) ?? 'COUNT';
}

const AGGREGATIONS = {
  COUNT: 'COUNT',
  SUM: 'SUM',
  UNIQUE: 'UNIQUE_COUNT',
  MAX: 'MAX',
  TOKENS: 'SUM',
} as const;

export function newMeterOf(fields: MeterFields): CreateUsageMeterRequest {
  return {
    name: fields.name.trim(),
    ...(fields.unit.trim() && { unit: fields.unit.trim() }),
    ...(fields.description.trim() && { description: fields.description.trim() }),
    ...{ type: 'COUNTER', eventSchemaName: fields.schema },
    ...meteringOf(fields),
  };
}

/** Members that have not changed are left out: an active meter can only be renamed. */
export function changesOf(fields: MeterFields, initial: MeterFields): UpdateUsageMeterRequest {
  const text = (typed: string) => typed.trim() || null;
  return {
    ...(fields.name !== initial.name && { name: fields.name.trim() }),
    ...(fields.billableName !== initial.billableName && { billableName: text(fields.billableName) }),
    ...(fields.unit !== initial.unit && { unit: text(fields.unit) }),
    ...(fields.description !== initial.description && { description: text(fields.description) }),
    ...(hasOtherMetering(fields, initial) && {
      ...meteringOf(fields),
      eventSchemaName: fields.schema || null,
    }),
  };
}

export function hasOtherMetering(fields: MeterFields, initial: MeterFields): boolean {
  const metered = (each: MeterFields) => JSON.stringify([each.schema, meteringOf(each)]);
  return metered(fields) !== metered(initial);
}

export function meteringOf(fields: MeterFields): Metering {
  const template = templateOf(fields);
  // A meter of the reserved schema sums its attribute.
  const isPlain = template === 'OWN' && fields.computation.trim() === '' && fields.aggregation !== 'COUNT';
  const aggregation =
    template === 'OWN' ? (fields.aggregation as UsageMeter['aggregation']) : AGGREGATIONS[template];
  return {
    aggregation,
    filters: fields.filters.map(({ field = '', value = '' }) => ({
      field: field.trim(),
      value: value.trim(),
    })),
    computations: isPlain
      ? []
      : [
          {
            order: 1,
            ...(fields.matcher.trim() && { matcher: compactLogic(fields.matcher) }),
            computation: computationOf(fields),
          },
        ],
  };
}

function computationOf(fields: MeterFields): string {
  const [template, field] = [templateOf(fields), fields.field.trim()];
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
    case 'OWN':
      return fields.aggregation === 'COUNT' ? '1' : compactLogic(fields.computation);
    default:
      return template satisfies never;
  }
}

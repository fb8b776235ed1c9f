import type { PreviewUsageMeterRequest } from '../../../api/generated/request-types.ts';
import type { UsageMeter } from '../../../api/generated/types.ts';
import type { Translate } from '../../../messages/catalogs.ts';
import type logicTexts from '../../../messages/en/logic.json';
import type texts from '../../../messages/en/meterForm.json';
import { logicError, prettyLogic } from '../../../parts/logic/logic-text.ts';
import type { FormRow } from '../../../ui/form-rows.ts';
import type { Form, FormErrors } from '../../../ui/use-form.ts';

/** A meter as a form; its logic as text. */
export type MeterFields = {
  template: string;
  name: string;
  billableName: string;
  schema: string;
  field: string;
  unit: string;
  description: string;
  aggregation: string;
  filters: readonly FormRow[];
  matcher: string;
  computation: string;
};

type Aggregation = UsageMeter['aggregation'];
export const AGGREGATIONS: readonly Aggregation[] = [
  ...(['COUNT', 'SUM', 'MAX', 'MIN', 'AVERAGE', 'UNIQUE_COUNT', 'LATEST', 'TIME_WEIGHTED_SUM'] as const),
];

export interface Says {
  say: Translate<keyof typeof texts>;
  logic: Translate<keyof typeof logicTexts>;
}

export const NEW_METER: MeterFields = {
  ...{ template: 'COUNT', name: '', billableName: '', schema: '', field: '', unit: '', description: '' },
  ...{ aggregation: 'SUM', filters: [], matcher: '', computation: '' },
};

export function fieldsOf(meter: UsageMeter): MeterFields {
  const [first] = meter.computations;
  return {
    ...NEW_METER,
    ...{ template: 'OWN', name: meter.name, billableName: meter.billableName ?? '' },
    ...{ schema: meter.eventSchema?.name ?? '', unit: meter.unit ?? '' },
    ...{ description: meter.description ?? '', aggregation: meter.aggregation },
    filters: meter.filters.map(({ field, value }) => ({ field, value })),
    matcher: first?.matcher ? prettyLogic(first.matcher) : '',
    computation: first ? prettyLogic(first.computation) : '',
  };
}

/** `read` is what the fields are sent as, for a new meter or for a stored one. */
export function meterForm<Result>(
  initial: MeterFields,
  says: Says,
  read: (fields: MeterFields) => Result,
): Form<MeterFields, Result> {
  const check = (fields: MeterFields) => {
    const { schema, ...errors } = checkMeter(fields, says);
    // A stored meter of the reserved schema has none.
    return initial.name === '' && schema ? { ...errors, schema } : errors;
  };
  return { initial, read, check };
}

export function checkMeter(fields: MeterFields, { say, logic }: Says): FormErrors<MeterFields> {
  const { template, name, schema, field, filters, matcher, computation, aggregation } = fields;
  const isOwn = template === 'OWN';
  const matcherError = matcher.trim() === '' ? undefined : logicError(matcher, logic);
  const hasValue = computation.trim() !== '';
  const isNeeded = schema !== '' || hasValue;
  const computationError = hasValue ? logicError(computation, logic) : say('computationNeeded');
  return {
    ...(name.trim() === '' && { name: say('nameNeeded') }),
    ...(schema === '' && { schema: say('schemaNeeded') }),
    ...(needsField(template) && !/^[\w.-]+$/.test(field.trim()) && { field: say('fieldNeeded') }),
    ...(matcherError && { matcher: matcherError }),
    ...(isOwn &&
      aggregation !== 'COUNT' &&
      isNeeded &&
      computationError && { computation: computationError }),
    ...(Object.assign(
      {},
      ...filters.map((row, index) => ({
        ...(!row.field?.trim() && { [`filters.${index}.field`]: say('fieldNeeded') }),
        ...(!row.value?.trim() && { [`filters.${index}.value`]: say('valueNeeded') }),
      })),
    ) as FormErrors<MeterFields>),
  };
}

export function needsField(template: string): boolean {
  return template === 'SUM' || template === 'MAX' || template === 'UNIQUE';
}

/** What is measured of the newest events; null while the fields have errors or no schema. */
export function previewOf(
  fields: MeterFields,
  says: Says,
  metering: Metering,
): PreviewUsageMeterRequest | null {
  const { name: _, ...errors } = checkMeter(fields, says);
  if (Object.keys(errors).length > 0) return null;
  return { ...metering, eventSchemaName: fields.schema };
}

export type Metering = Pick<PreviewUsageMeterRequest, 'aggregation' | 'filters' | 'computations'>;

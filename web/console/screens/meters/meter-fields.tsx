import { useQuery } from '@tanstack/react-query';
import { getEventSchema } from '../../../api/generated/event-schemas.ts';
import { one } from '../../../api/queries.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { ConditionFields, optionsOf } from '../../../parts/logic/condition-fields.tsx';
import { LogicField } from '../../../parts/logic/logic-field.tsx';
import { parseLogic, variableOf } from '../../../parts/logic/logic-text.ts';
import { SelectField, TextField } from '../../../ui/field.tsx';
import { RowsField } from '../../../ui/rows-field.tsx';
import type { useForm } from '../../../ui/use-form.ts';
import { AGGREGATIONS, type MeterFields } from './meter-form.ts';
import { variablesOf } from './meter-variables.ts';

export type MeterFormState = Pick<
  ReturnType<typeof useForm<MeterFields, unknown>>,
  'fields' | 'set' | 'input' | 'rows'
>;

const MOST = 10;

/** Which events a meter takes: values of fields, and a condition for everything else. */
export function MeterConditions({ form }: { form: MeterFormState }) {
  const t = useMessages('meterForm');
  const rows = form.rows('filters');
  const { schema, matcher } = form.fields;
  const { data } = useQuery({
    ...one(getEventSchema, { event_schema_name: schema }),
    enabled: schema !== '',
  });
  const setMatcher = (text: string) => form.set({ matcher: text });
  return (
    <>
      <RowsField
        label={t('filters')}
        help={
          data?.filterFields ? t('filterFields', { fields: data.filterFields.join(', ') }) : t('filtersHelp')
        }
        rows={rows}
        newRow={() => ({ field: '', value: '' })}
        addLabel={t('addFilter')}
        nameOf={(index) => t('filterName', { number: String(index + 1) })}
        max={MOST}
      >
        {(_, index) => (
          <>
            <TextField label={t('filterField')} {...rows.input(index, 'field')} />
            <TextField label={t('filterValue')} {...rows.input(index, 'value')} />
          </>
        )}
      </RowsField>
      {data && (
        <ConditionFields
          label={t('matcher')}
          none={t('noMatcher')}
          text={matcher}
          onText={setMatcher}
          variables={variablesOf(data)}
        />
      )}
      <LogicField
        label={t('matcherJson')}
        name="matcher"
        value={matcher}
        error={form.input('matcher').error}
        onText={setMatcher}
      />
    </>
  );
}

/** What an event adds: an aggregation of the results of an expression. */
export function MeterExpression({ form }: { form: MeterFormState }) {
  const t = useMessages('meterForm');
  const meters = useMessages('meters');
  const { aggregation, computation, schema } = form.fields;
  const { data } = useQuery({
    ...one(getEventSchema, { event_schema_name: schema }),
    enabled: schema !== '',
  });
  const fields = data ? variablesOf(data) : [];
  const chosen = variableOf(parseLogic(computation)) ?? '';
  const setComputation = (text: string) => form.set({ computation: text });
  return (
    <>
      <SelectField
        label={meters('aggregation')}
        options={AGGREGATIONS.map((value) => ({ value, text: meters(`aggregation.${value}`) }))}
        {...form.input('aggregation')}
      />
      {aggregation !== 'COUNT' && fields.length > 0 && (
        <SelectField
          label={t('valueOf')}
          value={chosen}
          onChange={({ target }) => target.value && setComputation(JSON.stringify({ var: target.value }))}
          options={[{ value: '', text: t('ownExpression') }, ...optionsOf(fields, chosen)]}
        />
      )}
      {aggregation !== 'COUNT' && (
        <LogicField
          label={t('computation')}
          help={aggregation === 'UNIQUE_COUNT' ? t('keyHelp') : t('computationHelp')}
          name="computation"
          value={computation}
          error={form.input('computation').error}
          onText={setComputation}
        />
      )}
    </>
  );
}

import { useMessages } from '../../../messages/catalogs.ts';
import { CheckboxField } from '../../../ui/choice-field.tsx';
import { SelectField, TextAreaField, TextField } from '../../../ui/field.tsx';
import type { useForm } from '../../../ui/use-form.ts';
import { INTERVALS, LONG_INTERVALS, type PlanFields } from './plan-form.ts';

export type PlanFormState = ReturnType<typeof useForm<PlanFields, PlanFields>>;

/** The terms of a plan; a stored one keeps its name and type. */
export function PlanTermsFields({ form, isNew }: { form: PlanFormState; isNew: boolean }) {
  const t = useMessages('planForm');
  const types = ['BILLING', 'PURCHASE'] as const;
  const { isAnniversary, interval, type } = form.fields;
  return (
    <>
      {isNew && (
        <>
          <TextField label={t('name')} maxLength={50} {...form.input('name')} />
          <SelectField
            label={t('type')}
            help={t(`typeHelp.${type === 'PURCHASE' ? 'PURCHASE' : 'BILLING'}`)}
            options={types.map((value) => ({ value, text: t(`type.${value}`) }))}
            {...form.input('type')}
          />
        </>
      )}
      <TextAreaField label={t('description')} maxLength={255} {...form.input('description')} />
      <TextField label={t('currencies')} help={t('currenciesHelp')} {...form.input('currencies')} />
      {type === 'BILLING' && (
        <>
          <div className="grid gap-3 sm:grid-cols-2">
            <SelectField
              label={t('interval')}
              options={INTERVALS.map((value) => ({ value, text: t(`interval.${value}`) }))}
              {...form.input('interval')}
            />
            <TextField
              label={t('grace')}
              help={t('graceHelp')}
              inputMode="numeric"
              {...form.input('grace')}
            />
          </div>
          {interval === 'CUSTOM_DAYS' ? (
            <TextField label={t('intervalDays')} inputMode="numeric" {...form.input('intervalDays')} />
          ) : (
            <>
              <CheckboxField label={t('anniversary')} {...form.checkbox('isAnniversary')} />
              {!isAnniversary && <Offsets form={form} />}
            </>
          )}
        </>
      )}
      {isNew && (
        <>
          <CheckboxField label={t('deferred')} help={t('deferredHelp')} {...form.checkbox('isDeferred')} />
          <CheckboxField label={t('updatable')} help={t('updatableHelp')} {...form.checkbox('isUpdatable')} />
        </>
      )}
    </>
  );
}

function Offsets({ form }: { form: PlanFormState }) {
  const t = useMessages('planForm');
  const { interval } = form.fields;
  const isLong = LONG_INTERVALS.includes(interval);
  const months = interval === 'QUARTERLY' ? 3 : interval === 'HALF_YEARLY' ? 6 : 12;
  const numbers = Array.from({ length: months }, (_, index) => String(index + 1));
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <TextField
        label={interval === 'WEEKLY' ? t('weekday') : t('day')}
        help={interval === 'WEEKLY' ? t('weekdayHelp') : t('dayHelp')}
        {...form.input('dayOffset')}
      />
      {isLong && (
        <SelectField
          label={t('month')}
          options={numbers.map((value) => ({ value, text: value }))}
          {...form.input('monthOffset')}
        />
      )}
    </div>
  );
}

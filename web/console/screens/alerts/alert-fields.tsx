import { useMessages } from '../../../messages/catalogs.ts';
import { RecordField } from '../../../parts/record-field.tsx';
import { accounts, eventSchemas, features, meters } from '../../../parts/record-kinds.ts';
import { CheckboxField } from '../../../ui/choice-field.tsx';
import { DecimalField } from '../../../ui/decimal-field.tsx';
import { SelectField, TextField } from '../../../ui/field.tsx';
import type { useForm } from '../../../ui/use-form.ts';

import { INTERVALS, KIND_NAMES, kindOf, nameOf } from './alert-kinds.ts';
import { type AlertFields as Fields, VALIDITY_UNITS } from './alert-terms.ts';
import { ChannelFields } from './channel-fields.tsx';

export type AlertFormState = ReturnType<typeof useForm<Fields, Fields>>;

interface AlertFieldsProps {
  form: AlertFormState;
  /** What a stored alert watches cannot be changed. */
  isNew: boolean;
}

/** What an alert watches, when it fires, and whom it notifies. */
export function AlertFields({ form, isNew }: AlertFieldsProps) {
  const t = useMessages('alerts');
  const { parameter } = kindOf(form.fields.kind);
  return (
    <>
      {isNew && <WatchedFields form={form} />}
      {parameter === 'threshold' ? (
        <DecimalField
          label={t('threshold')}
          help={t(`limitHelp.${nameOf(form.fields.kind)}` as 'limitHelp.USAGE_THRESHOLD')}
          {...form.input('limit')}
        />
      ) : (
        <TextField label={t(parameter)} inputMode="numeric" autoComplete="off" {...form.input('limit')} />
      )}
      <div className="grid gap-3 sm:grid-cols-2">
        <SelectField
          label={t('interval')}
          options={INTERVALS.map((value) => ({ value, text: t(`every.${value}`) }))}
          {...form.input('interval')}
        />
        <div className="grid grid-cols-2 items-start gap-2">
          <TextField
            label={t('validity')}
            help={t('validityHelp')}
            inputMode="numeric"
            autoComplete="off"
            {...form.input('validity')}
          />
          <SelectField
            label={t('unit')}
            options={VALIDITY_UNITS.map((value) => ({ value, text: t(`unit.${value}`) }))}
            {...form.input('validityUnit')}
          />
        </div>
      </div>
      <TextField
        label={t('name')}
        help={t('nameHelp')}
        maxLength={1000}
        autoComplete="off"
        {...form.input('description')}
      />
      <ChannelFields form={form} />
      <CheckboxField label={t('isActive')} {...form.checkbox('isActive')} />
    </>
  );
}

function WatchedFields({ form }: Pick<AlertFieldsProps, 'form'>) {
  const t = useMessages('alerts');
  const { watches, isWatchedNeeded, account } = kindOf(form.fields.kind);
  const optional = isWatchedNeeded ? undefined : t('allHelp');
  const change = (kind: string) => form.set({ kind, watched: '', limit: kindOf(kind).isCount ? '1' : '' });
  return (
    <>
      <SelectField
        label={t('kind')}
        help={t(`kindHelp.${nameOf(form.fields.kind)}`)}
        options={KIND_NAMES.map((value) => ({ value, text: t(`kind.${value}`) }))}
        {...form.input('kind')}
        onChange={({ target }) => change(target.value)}
      />
      {watches === 'usageMeterId' && (
        <RecordField kind={meters} label={t('usageMeterId')} {...form.input('watched')} />
      )}
      {watches === 'billableId' && (
        <RecordField kind={meters} label={t('billableId')} help={optional} {...form.input('watched')} />
      )}
      {watches === 'featureId' && (
        <RecordField kind={features} label={t('featureId')} {...form.input('watched')} />
      )}
      {watches === 'eventSchemaName' && (
        <RecordField
          kind={eventSchemas}
          label={t('eventSchemaName')}
          help={optional}
          {...form.input('watched')}
        />
      )}
      {account !== 'NONE' && (
        <RecordField
          kind={accounts}
          label={t('account')}
          help={account === 'POSSIBLE' ? t('accountHelp') : undefined}
          {...form.input('account')}
        />
      )}
    </>
  );
}

import { useMessages } from '../../../messages/catalogs.ts';
import { AddressFields } from '../../../parts/address-fields.tsx';
import { RecordField } from '../../../parts/record-field.tsx';
import { accounts } from '../../../parts/record-kinds.ts';
import { RadioField } from '../../../ui/choice-field.tsx';
import { SelectField, TextField } from '../../../ui/field.tsx';
import { RowsField } from '../../../ui/rows-field.tsx';
import type { useForm } from '../../../ui/use-form.ts';
import { type GroupFields, type groupForm, TAX_ID_TYPES } from './group-form.ts';

type Result = ReturnType<ReturnType<typeof groupForm>['read']>;
export type GroupFormState = ReturnType<typeof useForm<GroupFields, Result>>;

/** To whom the merged invoice goes, and what it merges. */
export function GroupTerms({ form, isNew }: { form: GroupFormState; isNew: boolean }) {
  const t = useMessages('invoiceGroups');
  const { input } = form;
  return (
    <>
      <TextField label={t('name')} maxLength={255} {...input('name')} />
      <TextField label={t('email')} type="email" help={t('emailHelp')} {...input('email')} />
      {isNew && <Members form={form} />}
      <RadioField
        label={t('consolidation')}
        options={(['DAILY', 'CYCLES'] as const).map((value) => ({
          ...{ value, text: t(`consolidation.${value}`), help: t(`consolidationHelp.${value}`) },
        }))}
        {...input('consolidation')}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={t('netTerms')}
          help={t('netTermsHelp')}
          inputMode="numeric"
          {...input('netTermDays')}
        />
        <TextField label={t('grace')} help={t('graceHelp')} inputMode="numeric" {...input('gracePeriod')} />
      </div>
      <AddressFields inputOf={input} />
      <TaxIds form={form} />
    </>
  );
}

function Members({ form }: { form: GroupFormState }) {
  const t = useMessages('invoiceGroups');
  const rows = form.rows('members');
  return (
    <RowsField
      label={t('accounts')}
      help={t('accountsHelp')}
      rows={rows}
      newRow={() => ({ id: '' })}
      addLabel={t('add')}
      nameOf={(index) => t('accountNumber', { number: index + 1 })}
      min={1}
      max={100}
    >
      {(_, index) => (
        <RecordField
          kind={accounts}
          label={t('account')}
          isLabelHidden={index > 0}
          {...rows.input(index, 'id')}
        />
      )}
    </RowsField>
  );
}

function TaxIds({ form }: { form: GroupFormState }) {
  const t = useMessages('invoiceGroups');
  const rows = form.rows('taxIds');
  return (
    <RowsField
      label={t('taxIds')}
      rows={rows}
      newRow={() => ({ type: 'EU_VAT', country: '', value: '' })}
      addLabel={t('addTaxId')}
      nameOf={(index) => t('taxIdNumber', { number: index + 1 })}
      max={10}
    >
      {(_, index) => (
        <>
          <SelectField
            label={t('taxIdType')}
            isLabelHidden={index > 0}
            options={TAX_ID_TYPES.map((value) => ({ value, text: value.replaceAll('_', ' ') }))}
            {...rows.input(index, 'type')}
          />
          <TextField
            label={t('taxIdCountry')}
            isLabelHidden={index > 0}
            maxLength={2}
            {...rows.input(index, 'country')}
          />
          <TextField
            label={t('taxIdValue')}
            isLabelHidden={index > 0}
            maxLength={50}
            {...rows.input(index, 'value')}
          />
        </>
      )}
    </RowsField>
  );
}

import { useState } from 'react';
import { readDecimal, typedDecimal } from '../format/typed-decimal.ts';
import { SaveBar } from '../parts/save-bar.tsx';
import { UnsavedGuard } from '../parts/unsaved-guard.tsx';
import { CheckboxField, RadioField } from '../ui/choice-field.tsx';
import { DecimalField } from '../ui/decimal-field.tsx';
import { DateField, SelectField, TextAreaField, TextField } from '../ui/field.tsx';
import { Page } from '../ui/page.tsx';
import { RowsField } from '../ui/rows-field.tsx';
import { type Form, useForm } from '../ui/use-form.ts';

type Tier = { from: string; price: string };
type PlanFields = {
  name: string;
  note: string;
  currency: string;
  start: string;
  model: string;
  isPublic: boolean;
  minimum: string;
  tiers: readonly Tier[];
};

const form: Form<PlanFields, object> = {
  initial: {
    ...{ name: '', note: '', currency: 'USD', start: '2030-01-31', model: 'TIERED', isPublic: false },
    ...{ minimum: typedDecimal('12.50'), tiers: [{ from: '0', price: '0.10' }] },
  },
  check: ({ name, minimum, tiers, isPublic, note }) => ({
    ...(name.trim() === '' && { name: 'Enter a name' }),
    ...(isPublic && note === '' && { isPublic: 'A public plan needs a note' }),
    ...(readDecimal(minimum) === null && { minimum: 'Enter a number' }),
    ...(tiers.length === 0 && { tiers: 'Add at least one tier' }),
    ...Object.fromEntries(
      tiers.flatMap(({ price }, index) =>
        readDecimal(price) === null ? [[`tiers.${index}.price`, 'Enter a price']] : [],
      ),
    ),
  }),
  read: ({ minimum, tiers, ...rest }) => ({
    ...{ ...rest, minimum: readDecimal(minimum) },
    tiers: tiers.map(({ from, price }) => [from, readDecimal(price)]),
  }),
};

export function FormPage() {
  const [sent, setSent] = useState('');
  const { input, checkbox, rows, submit, changes, reset } = useForm(form, (result) =>
    setSent(JSON.stringify(result)),
  );
  const tiers = rows('tiers');
  return (
    <Page title="Form">
      <UnsavedGuard isChanged={changes > 0 && sent === ''} />
      <form onSubmit={submit} noValidate className="flex max-w-2xl flex-col gap-4">
        <TextField label="Name" help="Shown on invoices" {...input('name')} />
        <TextAreaField label="Note" {...input('note')} />
        <SelectField
          label="Currency"
          options={['USD', 'EUR'].map((value) => ({ value, text: value }))}
          {...input('currency')}
        />
        <DateField label="Start" {...input('start')} />
        <RadioField
          label="Model"
          options={[
            { value: 'TIERED', text: 'Tiered', help: 'Each unit at the price of its tier' },
            { value: 'VOLUME', text: 'Volume' },
          ]}
          {...input('model')}
        />
        <CheckboxField label="Public" {...checkbox('isPublic')} />
        <DecimalField label="Minimum" unit="USD" {...input('minimum')} />
        <RowsField
          label="Tiers"
          rows={tiers}
          newRow={() => ({ from: '', price: '' })}
          addLabel="Add tier"
          nameOf={(index) => `Tier ${index + 1}`}
          isOrdered
        >
          {(_, index) => (
            <>
              <DecimalField label="From" isLabelHidden={index > 0} {...tiers.input(index, 'from')} />
              <DecimalField label="Price" isLabelHidden={index > 0} {...tiers.input(index, 'price')} />
            </>
          )}
        </RowsField>
        <SaveBar changes={changes} isPending={false} error={null} onReset={reset} />
      </form>
      <output>{sent}</output>
    </Page>
  );
}

import { useMessages } from '../../../messages/catalogs.ts';
import { type LogicVariable, optionsOf } from '../../../parts/logic/condition-fields.tsx';
import { CheckboxField, RadioField } from '../../../ui/choice-field.tsx';
import { SelectField, TextField } from '../../../ui/field.tsx';
import type { RuleFormState } from './rule-fields.tsx';

interface RuleActionProps {
  form: RuleFormState;
  targets: readonly LogicVariable[];
  rejected: string | undefined;
}

const TYPES = ['ADD', 'UPDATE'] as const;

/** What becomes of the result: a line of its own, or the amount or usage of a rate card. */
export function RuleAction({ form, targets, rejected }: RuleActionProps) {
  const t = useMessages('rules');
  const isAdded = form.fields.actionType === 'ADD';
  const target = form.input('target');
  return (
    <>
      <RadioField
        label={t('action')}
        options={TYPES.map((value) => ({
          value,
          text: t(`action.${value}`),
          help: t(`actionHelp.${value}`),
        }))}
        {...form.input('actionType')}
      />
      {isAdded ? (
        <CheckboxField label={t('isDiscount')} help={t('isDiscountHelp')} {...form.checkbox('isDiscount')} />
      ) : (
        <SelectField
          label={t('target')}
          options={[{ value: '', text: t('choose') }, ...optionsOf(targets, form.fields.target)]}
          {...target}
          error={target.error ?? rejected}
        />
      )}
      <div className="grid items-start gap-3 sm:grid-cols-2">
        <TextField label={t('lineName')} maxLength={255} {...form.input('description')} />
        {isAdded && (
          <TextField label={t('lineId')} help={t('lineIdHelp')} maxLength={50} {...form.input('id')} />
        )}
      </div>
    </>
  );
}

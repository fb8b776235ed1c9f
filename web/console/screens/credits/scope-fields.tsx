import { useMessages } from '../../../messages/catalogs.ts';
import { RecordField } from '../../../parts/record-field.tsx';
import { addOns, features, meters } from '../../../parts/record-kinds.ts';
import { CheckboxField, RadioField } from '../../../ui/choice-field.tsx';
import { SelectField } from '../../../ui/field.tsx';
import { RowsField } from '../../../ui/rows-field.tsx';
import type { useForm } from '../../../ui/use-form.ts';
import { CHARGE_GROUPS, type Grant, type GrantFields, type ScopeRow } from './grant-form.ts';

export type GrantFormState = ReturnType<typeof useForm<GrantFields, Grant>>;

/** What the credit pays for: everything, or chosen groups, meters, add-ons and features. */
export function ScopeFields({ form }: { form: GrantFormState }) {
  const t = useMessages('grantForm');
  return (
    <RadioField
      label={t('scope')}
      options={[
        { value: 'ALL', text: t('scope.ALL'), help: t('scopeHelp.ALL') },
        { value: 'CHOSEN', text: t('scope.CHOSEN'), extra: <Chosen form={form} /> },
      ]}
      {...form.input('scope')}
    />
  );
}

function Chosen({ form }: { form: GrantFormState }) {
  const t = useMessages('grantForm');
  const rows = form.rows('billables');
  return (
    <div className="flex flex-col gap-3 py-1">
      <div className="flex flex-col gap-1">
        {CHARGE_GROUPS.map((group) => (
          <CheckboxField key={group} label={t(`group.${group}`)} {...form.checkbox(group)} />
        ))}
      </div>
      <RowsField
        label={t('billables')}
        rows={rows}
        newRow={(): ScopeRow => ({ kind: 'METER', id: '' })}
        addLabel={t('addBillable')}
        nameOf={(index) => t('billableNumber', { number: index + 1 })}
        max={50}
      >
        {({ kind }, index) => (
          <>
            <SelectField
              label={t('billableKind')}
              options={KINDS.map((value) => ({ value, text: t(`kind.${value}`) }))}
              value={kind}
              onChange={({ target }) => rows.edit(index, { kind: target.value as ScopeRow['kind'], id: '' })}
            />
            <Billable kind={(kind ?? 'METER') as ScopeRow['kind']} field={rows.input(index, 'id')} />
          </>
        )}
      </RowsField>
    </div>
  );
}

const KINDS = ['METER', 'ADD_ON', 'FEATURE'] as const;

type Field = ReturnType<ReturnType<GrantFormState['rows']>['input']>;

function Billable({ kind, field }: { kind: ScopeRow['kind']; field: Field }) {
  const t = useMessages('grantForm');
  const label = t('billable');
  switch (kind) {
    case 'METER':
      return <RecordField kind={meters} label={label} {...field} />;
    case 'ADD_ON':
      return <RecordField kind={addOns} label={label} {...field} />;
    case 'FEATURE':
      return <RecordField kind={features} label={label} {...field} />;
    default:
      return kind satisfies never;
  }
}

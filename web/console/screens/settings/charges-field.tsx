import { useMessages } from '../../../messages/catalogs.ts';
import { DecimalField } from '../../../ui/decimal-field.tsx';
import { SelectField, TextField } from '../../../ui/field.tsx';
import { RowsField } from '../../../ui/rows-field.tsx';
import { useTextRows } from '../../../ui/use-text-rows.ts';
import { charges } from './charges.ts';
import type { SettingInput } from './setting-field.tsx';

const NEW = { name: '', kind: 'VALUE', value: '', rate: '', quantity: '', revenue: '' };

/** Charges that are added to every invoice of a cycle. */
export function ChargesField({ input, label, help }: { input: SettingInput; label: string; help: string }) {
  const t = useMessages('organizationSettings');
  const rows = useTextRows({ ...charges, ...input, errorsOf: (each) => charges.errorsOf(each, t) });
  return (
    <RowsField
      label={label}
      help={help}
      rows={rows}
      newRow={() => NEW}
      addLabel={t('addCharge')}
      nameOf={(index) => rows.rows[index]?.name || t('chargeRow')}
    >
      {({ kind }, index) => (
        <>
          <TextField
            label={t('chargeName')}
            isLabelHidden={index > 0}
            maxLength={255}
            autoComplete="off"
            {...rows.input(index, 'name')}
          />
          <SelectField
            label={t('chargeKind')}
            isLabelHidden={index > 0}
            options={(['VALUE', 'RATE'] as const).map((value) => ({ value, text: t(`charge.${value}`) }))}
            {...rows.input(index, 'kind')}
          />
          {kind === 'VALUE' ? (
            <TextField
              label={t('chargeValue')}
              isLabelHidden={index > 0}
              maxLength={10_000}
              autoComplete="off"
              spellCheck={false}
              {...rows.input(index, 'value')}
            />
          ) : (
            <>
              <DecimalField label={t('chargeRate')} {...rows.input(index, 'rate')} />
              <DecimalField label={t('chargeQuantity')} {...rows.input(index, 'quantity')} />
            </>
          )}
          <SelectField
            label={t('chargeRevenue')}
            isLabelHidden={index > 0}
            options={['', 'true', 'false'].map((value) => ({ value, text: t(`revenue.${value as 'true'}`) }))}
            {...rows.input(index, 'revenue')}
          />
        </>
      )}
    </RowsField>
  );
}

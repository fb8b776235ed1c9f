import { useMessages } from '../messages/catalogs.ts';
import { SelectField, TextField } from '../ui/field.tsx';
import { RowsField } from '../ui/rows-field.tsx';
import type { useForm } from '../ui/use-form.ts';
import { newTaxId, TAX_ID_TYPES, type TaxIdRow } from './tax-id-form.ts';

interface TaxIdRowsProps {
  rows: ReturnType<ReturnType<typeof useForm<{ taxIds: readonly TaxIdRow[] }, unknown>>['rows']>;
  help: string;
}

const MAX_TAX_IDS = 10;

/** The tax ids that are printed below the address. */
export function TaxIdRows({ rows, help }: TaxIdRowsProps) {
  const t = useMessages('ui');
  return (
    <RowsField
      label={t('taxIds')}
      help={help}
      rows={rows}
      newRow={newTaxId}
      addLabel={t('addTaxId')}
      nameOf={(index) => t('taxIdRow', { number: index + 1 })}
      max={MAX_TAX_IDS}
    >
      {(_, index) => (
        <>
          <SelectField
            label={t('taxIdType')}
            isLabelHidden={index > 0}
            options={TAX_ID_TYPES.map((value) => ({ value, text: t(`taxId.${value}`) }))}
            {...rows.input(index, 'type')}
          />
          <TextField
            label={t('taxIdValue')}
            isLabelHidden={index > 0}
            maxLength={50}
            autoComplete="off"
            {...rows.input(index, 'value')}
          />
          <TextField
            label={t('taxIdCountry')}
            isLabelHidden={index > 0}
            maxLength={2}
            autoComplete="off"
            {...rows.input(index, 'country')}
          />
        </>
      )}
    </RowsField>
  );
}

import { useMessages } from '../../../messages/catalogs.ts';
import { TextField } from '../../../ui/field.tsx';
import { RowsField } from '../../../ui/rows-field.tsx';
import type { useForm } from '../../../ui/use-form.ts';
import type { PairRow } from './account-form.ts';

interface MetadataRowsProps {
  rows: ReturnType<ReturnType<typeof useForm<{ metadata: readonly PairRow[] }, unknown>>['rows']>;
}

const MAX_PAIRS = 50;

/** Names and values that programs store with an account. */
export function MetadataRows({ rows }: MetadataRowsProps) {
  const t = useMessages('accounts');
  return (
    <RowsField
      label={t('metadata')}
      help={t('metadataHelp')}
      rows={rows}
      newRow={() => ({ name: '', value: '' })}
      addLabel={t('addMetadata')}
      nameOf={(index) => t('metadataRow', { number: index + 1 })}
      max={MAX_PAIRS}
    >
      {(_, index) => (
        <>
          <TextField
            label={t('metadataName')}
            isLabelHidden={index > 0}
            maxLength={40}
            autoComplete="off"
            {...rows.input(index, 'name')}
          />
          <TextField
            label={t('metadataValue')}
            isLabelHidden={index > 0}
            maxLength={500}
            autoComplete="off"
            {...rows.input(index, 'value')}
          />
        </>
      )}
    </RowsField>
  );
}

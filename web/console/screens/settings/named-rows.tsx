import { useMessages } from '../../../messages/catalogs.ts';
import { TextField } from '../../../ui/field.tsx';
import { RowsField } from '../../../ui/rows-field.tsx';
import type { useForm } from '../../../ui/use-form.ts';
import type { NamedRow } from './seller-form.ts';

interface NamedRowsProps {
  rows: ReturnType<ReturnType<typeof useForm<{ rows: readonly NamedRow[] }, unknown>>['rows']>;
  max: number;
  texts: { label: string; help: string; add: string };
  nameOf(index: number): string;
}

/** Labels with values, as they are printed. */
export function NamedRows({ rows, max, texts, nameOf }: NamedRowsProps) {
  const t = useMessages('sellers');
  return (
    <RowsField
      label={texts.label}
      help={texts.help}
      rows={rows}
      newRow={() => ({ name: '', value: '' })}
      addLabel={texts.add}
      nameOf={nameOf}
      max={max}
      isOrdered
    >
      {(_, index) => (
        <>
          <TextField
            label={t('label')}
            isLabelHidden={index > 0}
            maxLength={60}
            autoComplete="off"
            {...rows.input(index, 'name')}
          />
          <TextField
            label={t('value')}
            isLabelHidden={index > 0}
            maxLength={200}
            autoComplete="off"
            {...rows.input(index, 'value')}
          />
        </>
      )}
    </RowsField>
  );
}

import { useMessages } from '../../../messages/catalogs.ts';
import { DecimalField } from '../../../ui/decimal-field.tsx';
import { TextField } from '../../../ui/field.tsx';
import { RowsField } from '../../../ui/rows-field.tsx';
import { NEW_WINDOW } from './card-fields.ts';
import type { CardFormState } from './card-form.ts';

const MAX_WINDOWS = 60;

/** The credits of each window of a block, such as a month of a year. */
export function CreditWindows({ form }: { form: CardFormState }) {
  const t = useMessages('cardForm');
  const rows = form.rows('windows');
  return (
    <RowsField
      label={t('windows')}
      help={t('windowsHelp')}
      rows={rows}
      newRow={() => ({ ...NEW_WINDOW })}
      addLabel={t('addWindow')}
      nameOf={(index) => t('windowName', { number: index + 1 })}
      min={1}
      max={MAX_WINDOWS}
    >
      {(_, index) => (
        <>
          <TextField label={t('windowFrom')} isLabelHidden={index > 0} {...rows.input(index, 'from')} />
          <TextField label={t('windowUntil')} isLabelHidden={index > 0} {...rows.input(index, 'until')} />
          <DecimalField label={t('windowLimit')} isLabelHidden={index > 0} {...rows.input(index, 'limit')} />
        </>
      )}
    </RowsField>
  );
}

import { useMessages } from '../../../messages/catalogs.ts';
import { TextField } from '../../../ui/field.tsx';
import { RowsField } from '../../../ui/rows-field.tsx';
import { useTextRows } from '../../../ui/use-text-rows.ts';
import { origins } from './origins.ts';
import type { SettingInput } from './setting-field.tsx';

export function OriginsField({ input, label, help }: { input: SettingInput; label: string; help: string }) {
  const t = useMessages('organizationSettings');
  const rows = useTextRows({ ...origins, ...input, errorsOf: (each) => origins.errorsOf(each, t) });
  return (
    <RowsField
      label={label}
      help={help}
      rows={rows}
      newRow={() => ({ origin: '' })}
      addLabel={t('addOrigin')}
      nameOf={(index) => rows.rows[index]?.origin || t('origin')}
    >
      {(_, index) => (
        <TextField
          label={t('origin')}
          isLabelHidden={index > 0}
          inputMode="url"
          placeholder={t('originExample')}
          maxLength={255}
          autoComplete="off"
          {...rows.input(index, 'origin')}
        />
      )}
    </RowsField>
  );
}

import { createUpload } from '../../../api/generated/imports.ts';
import type { Import } from '../../../api/generated/types.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Allowed } from '../../../parts/allowed.tsx';
import { ConfirmButton } from '../../../parts/confirm-button.tsx';
import { termsOfCheck } from './import-form.ts';
import { useNewImport } from './use-new-import.ts';

/** Imports the file of a check, with the same columns. */
export function ImportChecked({ checked }: { checked: Import }) {
  const t = useMessages('imports');
  const { begin, isPending, error } = useNewImport();
  const { createdRows, unchangedRows, failedRows } = checked;
  return (
    <Allowed operation={createUpload}>
      <ConfirmButton
        kind="primary"
        label={t('importNow')}
        title={t('importTitle')}
        isPending={isPending}
        error={error}
        onConfirm={() => begin(checked.fileId, termsOfCheck(checked))}
      >
        <p>{t.count('importText', createdRows + unchangedRows)}</p>
        {failedRows > 0 && <p>{t.count('importSkips', failedRows)}</p>}
      </ConfirmButton>
    </Allowed>
  );
}

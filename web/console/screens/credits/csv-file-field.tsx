import { useState } from 'react';
import { useMessages } from '../../../messages/catalogs.ts';
import { Field } from '../../../ui/field.tsx';
import { MAX_CHARACTERS } from './credit-csv.ts';

/** Reads a file into the table above; a file that is too large is not read at all. */
export function CsvFileField({ onRead }: { onRead(text: string): void }) {
  const t = useMessages('creditImport');
  const [isLarge, setLarge] = useState(false);
  const choose = async (file: File | undefined) => {
    if (!file) return;
    // A character takes at most four bytes.
    setLarge(file.size > MAX_CHARACTERS * 4);
    if (file.size <= MAX_CHARACTERS * 4) onRead(await file.text());
  };
  return (
    <Field label={t('file')} error={isLarge ? t('file.tooLarge') : undefined}>
      {(attributes) => (
        <input
          {...attributes}
          type="file"
          accept=".csv,.tsv,.txt,text/csv"
          onChange={({ target }) => void choose(target.files?.[0])}
          className="min-h-8 max-w-full text-ui file:me-3 file:h-8 file:rounded-md file:border file:border-line-strong file:bg-surface file:px-3 file:font-medium"
        />
      )}
    </Field>
  );
}

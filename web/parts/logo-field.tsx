import { useState } from 'react';
import { uploadInvoiceLogo } from '../api/generated/invoice-templates.ts';
import { useWrite } from '../api/writes.ts';
import { useMessages } from '../messages/catalogs.ts';
import { Field } from '../ui/field.tsx';
import { readBase64 } from '../ui/read-file.ts';
import { useProblemText } from './problem-text.ts';

interface LogoFieldProps {
  /** Empty: none. */
  fileId: string;
  /** When it is printed. */
  help: string;
  onUpload(fileId: string): void;
}

const MAX_BYTES = 1_048_576;

/** The file is stored when it is chosen; what prints it is saved with the form. */
export function LogoField({ fileId, help, onUpload }: LogoFieldProps) {
  const t = useMessages('ui');
  const textOf = useProblemText();
  const { mutate, error } = useWrite(uploadInvoiceLogo);
  const [preview, setPreview] = useState<string | null>(null);
  const [isLarge, setLarge] = useState(false);
  const choose = async (file: File | undefined) => {
    if (!file) return;
    setLarge(file.size > MAX_BYTES);
    if (file.size > MAX_BYTES) return;
    const content = await readBase64(file);
    const shown = `data:${file.type};base64,${content}`;
    const done = ({ fileId: stored }: { fileId: string }) => {
      setPreview(shown);
      onUpload(stored);
    };
    mutate({ body: { content } }, { onSuccess: done });
  };
  const problem = isLarge ? t('logoLarge') : error ? textOf(error) : undefined;
  return (
    <div className="flex flex-col items-start gap-2">
      <Field label={t('logo')} help={fileId === '' ? help : t('logoStored')} error={problem}>
        {(attributes) => (
          <input
            {...attributes}
            type="file"
            accept="image/png,image/jpeg"
            onChange={({ target }) => void choose(target.files?.[0])}
            className="min-h-8 max-w-full text-ui file:me-3 file:h-8 file:rounded-md file:border file:border-line-strong file:bg-surface file:px-3 file:font-medium"
          />
        )}
      </Field>
      {preview && (
        <img
          src={preview}
          alt={t('logoPreview')}
          className="max-h-24 max-w-64 rounded-md border border-line bg-code-paper p-2"
        />
      )}
    </div>
  );
}

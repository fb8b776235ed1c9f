import { Field, type FieldTexts } from './field.tsx';

interface FileFieldProps extends FieldTexts {
  accept: string;
  onChoose(file: File): void;
}

/** One file of the machine. */
export function FileField({ label, help, error, accept, onChoose }: FileFieldProps) {
  return (
    <Field {...{ label, help, error }}>
      {(attributes) => (
        <input
          {...attributes}
          type="file"
          accept={accept}
          onChange={({ target }) => target.files?.[0] && onChoose(target.files[0])}
          className="min-h-8 max-w-full text-ui file:me-3 file:h-8 file:rounded-md file:border file:border-line-strong file:bg-surface file:px-3 file:font-medium"
        />
      )}
    </Field>
  );
}

import { useId } from 'react';
import { useMessages } from '../../../messages/catalogs.ts';
import { TextField } from '../../../ui/field.tsx';
import { type ColumnMapping, type ColumnProblem, type ImportType, MEMBERS } from './import-form.ts';

interface ColumnFieldsProps {
  type: ImportType;
  columns: readonly ColumnMapping[];
  problems: readonly (ColumnProblem | null)[];
  onChange(index: number, member: string): void;
}

/** For each column of the file the member that it is, with the members of the type as suggestions. */
export function ColumnFields({ type, columns, problems, onChange }: ColumnFieldsProps) {
  const t = useMessages('imports');
  const id = useId();
  return (
    <>
      <datalist id={id}>
        {MEMBERS[type].map((member) => (
          <option key={member} value={member} />
        ))}
      </datalist>
      <div className="grid min-w-0 gap-x-6 gap-y-3 sm:grid-cols-2 xl:grid-cols-3">
        {columns.map(({ header, example, member }, index) => {
          const problem = problems[index];
          return (
            <TextField
              // Headers may repeat; their places do not change.
              // biome-ignore lint/suspicious/noArrayIndexKey: the columns of a file have their places
              key={index}
              label={t('column', { name: header })}
              help={example === '' ? t('noExample') : t('example', { value: example.slice(0, 100) })}
              error={problem ? t(problem) : undefined}
              list={id}
              value={member}
              spellCheck={false}
              autoComplete="off"
              onChange={({ target }) => onChange(index, target.value)}
            />
          );
        })}
      </div>
    </>
  );
}

import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { listApiKeys } from '../../../api/generated/api-keys.ts';
import { one } from '../../../api/queries.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { SelectField } from '../../../ui/field.tsx';
import type { FormRow } from '../../../ui/form-rows.ts';
import { RowsField } from '../../../ui/rows-field.tsx';
import { NEW_KEY } from './policy-form.ts';

type Rows = ComponentProps<typeof RowsField<FormRow>>['rows'] & {
  input(index: number, member: 'id'): Omit<ComponentProps<typeof SelectField>, 'label' | 'options'>;
};

const MAX_KEYS = 20;

/** API keys of programs whose requests never wait. */
export function ExemptKeys({ rows }: { rows: Rows }) {
  const t = useMessages('approvalPolicy');
  const { data } = useQuery(one(listApiKeys, { pageSize: 100 }));
  const known = (data?.data ?? []).map(({ id, name }) => ({ value: id, text: name }));
  const optionsOf = ({ id = '' }: FormRow) => [
    { value: '', text: t('choose') },
    ...known,
    // One that is not in the list stays chosen.
    ...(id !== '' && !known.some(({ value }) => value === id) ? [{ value: id, text: id }] : []),
  ];
  return (
    <RowsField
      label={t('keys')}
      help={t('keysHelp')}
      rows={rows}
      newRow={() => ({ ...NEW_KEY })}
      addLabel={t('addKey')}
      nameOf={(index) => t('keyNumber', { number: index + 1 })}
      max={MAX_KEYS}
    >
      {(row, index) => <SelectField label={t('key')} options={optionsOf(row)} {...rows.input(index, 'id')} />}
    </RowsField>
  );
}

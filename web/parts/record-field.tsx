import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import type { ApiOperation } from '../api/operation.ts';
import { one } from '../api/queries.ts';
import { isAllowed, useSession } from '../session/session.tsx';
import { ComboboxField, type ComboboxFieldProps } from '../ui/combobox-field.tsx';
import { type ComboboxOption, matching } from '../ui/combobox-keys.ts';
import { TextField } from '../ui/field.tsx';

/** How records of a kind are found by a part of their name, and read by their id: see `record-kinds.ts`. */
export interface RecordKind<ListInput, Row, GetInput> {
  list: ApiOperation<ListInput, { data: Row[] }>;
  get: ApiOperation<GetInput, Row>;
  input(id: string): GetInput;
  option(row: Row): ComboboxOption;
}

type Own = 'valueText' | 'options' | 'isSearching' | 'onSearch';

interface RecordFieldProps<ListInput, Row, GetInput> extends Omit<ComboboxFieldProps, Own> {
  kind: RecordKind<ListInput, Row, GetInput>;
  /** Narrows the search, for example to the accounts of a customer. */
  filter?: Partial<ListInput> | undefined;
}

const PAGE = 20;
const STALE_MS = 30_000;

/** Chooses a record by its name; its value is the id. Who may not list such records types the id. */
export function RecordField<ListInput, Row, GetInput>(props: RecordFieldProps<ListInput, Row, GetInput>) {
  const { kind, filter, ...field } = props;
  const session = useSession();
  if (isAllowed(session, kind.list)) return <Search kind={kind} filter={filter} {...field} />;
  const { label, help, error, name, value, onChange, onBlur } = field;
  return <TextField {...{ label, help, error, name, value, onChange, onBlur }} />;
}

function Search<ListInput, Row, GetInput>(props: RecordFieldProps<ListInput, Row, GetInput>) {
  const { kind, filter, ...field } = props;
  const { value } = field;
  const [typed, setTyped] = useState<string | null>(null);
  const term = useDeferredValue(typed);
  const found = useQuery({
    ...one(kind.list, { ...filter, _search: term || undefined, pageSize: PAGE } as ListInput),
    staleTime: STALE_MS,
    enabled: term !== null,
    placeholderData: keepPreviousData,
  });
  // Until the search has caught up, the list is one for an earlier text: keys must not choose another record.
  const isBehind = term !== typed || found.isPlaceholderData;
  const rows = (found.data?.data ?? []).map(kind.option);
  const options = isBehind ? matching(rows, typed ?? '') : rows;
  const known = options.find((option) => option.value === value);
  const chosen = useQuery({
    ...one(kind.get, kind.input(value)),
    staleTime: STALE_MS,
    enabled: value !== '' && !known,
  });
  // Another search does not make the chosen one nameless: the query of the record answers then.
  const text = known?.text ?? (chosen.data ? kind.option(chosen.data).text : value);
  return (
    <ComboboxField
      {...field}
      valueText={value === '' ? '' : text}
      options={options}
      isSearching={found.isFetching || isBehind}
      onSearch={setTyped}
    />
  );
}

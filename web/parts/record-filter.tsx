import { RecordField, type RecordKind } from './record-field.tsx';

interface RecordFilterProps<ListInput, Row, GetInput> {
  kind: RecordKind<ListInput, Row, GetInput>;
  label: string;
  /** The id of the chosen record; empty: none is. */
  value: string;
  onChange(id: string): void;
}

/** Filters a list by a record that is chosen by its name. */
export function RecordFilter<ListInput, Row, GetInput>(props: RecordFilterProps<ListInput, Row, GetInput>) {
  const { kind, label, value, onChange } = props;
  return (
    <div className="w-full sm:w-64">
      <RecordField
        kind={kind}
        label={label}
        placeholder={label}
        isLabelHidden
        shortcut="/"
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </div>
  );
}

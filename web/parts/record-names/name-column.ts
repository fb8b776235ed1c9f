import { type Column, text } from '../../ui/data-table/columns.tsx';
import { knownName, type NamedKind, type Reference } from './known-names.ts';

type More = Parameters<typeof text>[2];

/** A column of rows that have the id of a record: shows its name, or the id to those who may not read it. */
export function nameOf<Row>(
  id: string,
  { kind, read }: { kind: NamedKind; read(row: Row): string | null | undefined },
  more?: More,
): Column<Row> {
  const refersTo = (row: Row): Reference | null => {
    const referred = read(row);
    return referred ? { kind, id: referred } : null;
  };
  const nameFor = (row: Row) => {
    const reference = refersTo(row);
    return reference && (knownName(reference) ?? reference.id);
  };
  return { ...text<Row>(id, nameFor, more), refersTo };
}

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRecordNames } from '../../api/generated/record-names.ts';
import { together } from '../../api/queries.ts';
import type { Column } from '../../ui/data-table/columns.tsx';
import { idsOf, knownName, type Reference, readNames } from './known-names.ts';

/** Whether the names that the first rows of a list show are still being read. Without them, it shows ids. */
export function useNames<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): { isLoading: boolean } {
  const references = referencesOf(columns, rows);
  const { isLoading } = useQuery({
    ...namesQuery(references),
    enabled: references.length > 0,
    placeholderData: keepPreviousData,
  });
  return { isLoading };
}

/** The name of one record; null while it is read, and for those who may not read it. */
export function useName(reference: Reference | null): string | null {
  useQuery({ ...namesQuery(reference ? [reference] : []), enabled: reference !== null });
  return reference && knownName(reference);
}

function namesQuery(references: readonly Reference[]) {
  return together(getRecordNames, { body: idsOf(references) }, (signal) =>
    readNames(references, signal).then(() => null),
  );
}

/** Reads all names that a file of these rows needs. */
export function readNamesOf<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  signal?: AbortSignal,
): Promise<void> {
  return readNames(referencesOf(columns, rows), signal);
}

function referencesOf<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): Reference[] {
  const found = columns.flatMap(({ refersTo }) => (refersTo ? rows.map((row) => refersTo(row)) : []));
  const byKey = new Map(
    found.filter((each) => each !== null).map((each) => [`${each.kind} ${each.id}`, each]),
  );
  return [...byKey.values()] as Reference[];
}

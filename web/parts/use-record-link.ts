import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { place } from '../session/environment.ts';

/** The page of a record: `recordPath('invoices', id)`. */
export function recordPath(area: string, ...ids: readonly string[]): string {
  return `/${[area, ...ids.map(encodeURIComponent)].join('/')}`;
}

/** How a list opens the page of a row: as a link, and without loading the console anew. */
export function useRecordLink<Row>(pathOf: (row: Row) => string) {
  const navigate = useNavigate();
  return useMemo(
    () => ({
      urlOf: (row: Row) => place.console + pathOf(row),
      open: (row: Row) => void navigate({ to: pathOf(row) as '/' }),
    }),
    [navigate, pathOf],
  );
}

import { useLocation } from '@tanstack/react-router';
import { useMemo } from 'react';

/** The list that the page shows, `invoices`, and its filters as in the URL, `status=DUE`. */
export function useShownView(): { list: string; query: string } {
  const { pathname, search } = useLocation();
  return useMemo(
    () => ({
      list: pathname.replaceAll(/^\/|\/$/g, ''),
      query: new URLSearchParams(search as Record<string, string>).toString(),
    }),
    [pathname, search],
  );
}

interface FilteredRoute<Search> {
  useSearch(): Search;
  useNavigate(): (to: never) => Promise<void>;
}

/** The filters of a list, which stand in the address, and a function that changes some of them. */
export function useFilters<Search extends object>(
  route: FilteredRoute<Search>,
): [search: Search, change: (next: Partial<Search>) => void] {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  // From what stands there when it happens: two filters may change before the screen has either.
  const change = (next: Partial<Search>) =>
    void navigate({ search: (before: Search) => ({ ...before, ...next }), replace: true } as never);
  return [search, change];
}

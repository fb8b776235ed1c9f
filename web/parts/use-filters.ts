interface FilteredRoute<Search> {
  useSearch(): Search;
  useNavigate(): (to: { search: Search; replace: true }) => Promise<void>;
}

/** The filters of a list, which stand in the address, and a function that changes some of them. */
export function useFilters<Search extends object>(
  route: FilteredRoute<Search>,
): [search: Search, change: (next: Partial<Search>) => void] {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  return [search, (next) => void navigate({ search: { ...search, ...next }, replace: true })];
}

/** Search parameters of the console's URLs are texts: an id such as `662E41` stays what it is. */
export type SearchTexts = Record<string, string>;

export function parseSearch(search: string): SearchTexts {
  return Object.fromEntries(new URLSearchParams(search));
}

export function stringifySearch(values: Record<string, unknown>): string {
  const given = Object.entries(values).filter(([, value]) => value !== undefined && value !== '');
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  return given.length > 0 ? `?${search}` : '';
}

/** Reads the named parameters of a URL, and drops all others. */
export function searchOf<const Names extends readonly string[]>(...names: Names) {
  type Search = Partial<Record<Names[number], string>>;
  return (search: Record<string, unknown>): Search =>
    Object.fromEntries(
      names.flatMap((name) => {
        const value = search[name];
        return typeof value === 'string' && value !== '' ? [[name, value]] : [];
      }),
    ) as Search;
}

/** A page by its path below `/docs`; empty for the first page. Fragments follow after `#`. */
export type Target = string;

/**
 * A relative URL between two pages, so that the pages work behind any prefix of a proxy. The first page has
 * the URL `docs`, not `docs/`.
 */
export function linkFrom(page: Target, to: Target): string {
  const [path = '', fragment] = to.split('#');
  if (path === page && fragment !== undefined) return `#${fragment}`;
  const depth = page === '' ? 0 : page.split('/').length;
  const base =
    path === '' || depth === 0
      ? `${'../'.repeat(depth)}docs${path && '/'}${path}`
      : `${'../'.repeat(depth - 1)}${path}`;
  return fragment === undefined ? base : `${base}#${fragment}`;
}

/** A relative URL from a page to an endpoint of the service, such as `openapi.json`. */
export function linkToService(page: Target, path: string): string {
  return `${'../'.repeat(page === '' ? 0 : page.split('/').length)}${path}`;
}

/** The page of a Markdown file below `docs`, given without `.md`. */
export function pageOfFile(file: string): Target {
  if (file === 'guides/README') return 'guides';
  return file.includes('/') ? file : `manual/${file}`;
}

export const objectPage = (name: string): Target => `objects/${name}`;
export const errorTarget = (code: string): Target => `errors#${code}`;

export type Environment = 'production' | 'sandbox';

/** Where the console is served, and the environment that it shows: each has a path of its own. */
export interface Place {
  environment: Environment;
  /** The path of the service behind a proxy: `''` or `/billing`. */
  root: string;
  /** The path below which the console's routes begin. */
  console: string;
  /** The base of the API for this environment. */
  api: string;
}

/** Reads the place from a path, such as `/billing/console/sandbox/invoices`. */
export function placeOf(pathname: string): Place {
  const before = pathname.slice(0, Math.max(0, pathname.indexOf('/console')));
  const isSandbox = /^\/console\/sandbox(?:\/|$)/.test(pathname.slice(before.length));
  // With two slashes at its start, a link to the root would lead to another host.
  const root = before.replace(/^\/+/, '/').replace(/\/+$/, '');
  return {
    environment: isSandbox ? 'sandbox' : 'production',
    root,
    console: `${root}/console${isSandbox ? '/sandbox' : ''}`,
    api: `${root}${isSandbox ? '/sandbox' : ''}`,
  };
}

export const place: Place = placeOf(globalThis.location?.pathname ?? '/console');

/** The base of the API for an environment. */
export function apiOf(environment: Environment): string {
  return `${place.root}${environment === 'sandbox' ? '/sandbox' : ''}`;
}

/** The other environment is another page load: no data of one is ever shown in the other. */
export function consoleUrl(environment: Environment): string {
  return `${place.root}/console${environment === 'sandbox' ? '/sandbox' : ''}/`;
}

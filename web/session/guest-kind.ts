export type GuestKind = 'setup' | 'invitation' | 'reset' | 'forgot' | 'oidc' | 'sign-in';

/** The pages for people without a session, by the last part of the path. */
export function guestKindOf(pathname: string): GuestKind {
  if (organizationOfResponse(pathname) !== null) return 'oidc';
  const found = /\/console\/(?:sandbox\/)?(setup|invitation|reset|forgot)\/?$/.exec(pathname)?.[1];
  return (found as GuestKind | undefined) ?? 'sign-in';
}

/** The organization to whose page an identity provider has sent the browser; null for other pages. */
export function organizationOfResponse(pathname: string): string | null {
  const found = /\/console(?:\/sandbox)?\/oidc\/([^/]+)$/.exec(pathname)?.[1];
  return found === undefined ? null : decodeURIComponent(found);
}

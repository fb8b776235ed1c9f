export type GuestKind = 'setup' | 'invitation' | 'reset' | 'forgot' | 'sign-in';

/** The pages for people without a session, by the last part of the path. */
export function guestKindOf(pathname: string): GuestKind {
  const found = /\/console\/(setup|invitation|reset|forgot)\/?$/.exec(pathname)?.[1];
  return (found as GuestKind | undefined) ?? 'sign-in';
}

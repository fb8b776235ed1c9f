import { createContext, type ReactNode, use } from 'react';
import type { OperationFacts } from '../api/operation.ts';

/** The signed-in user in the current organization, as the service sends it with the first page. */
export interface Session {
  user: { id: string; name: string; email: string };
  organization: { id: string; name: string; timeZone: string; currency: string };
  role: string;
  scopes: readonly string[];
  organizations: readonly { id: string; name: string }[];
}

const Current = createContext<Session | null>(null);

export function SessionProvider({ session, children }: { session: Session; children: ReactNode }) {
  return <Current value={session}>{children}</Current>;
}

export function useSession(): Session {
  const session = use(Current);
  if (!session) throw new Error('a screen was shown before anybody signed in');
  return session;
}

/** The service decides; this only keeps from view what it would reject. */
export function isAllowed(
  { scopes }: Pick<Session, 'scopes'>,
  { scope }: Pick<OperationFacts, 'scope'>,
): boolean {
  return scope === null || scopes.includes(scope);
}

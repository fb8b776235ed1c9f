import { createContext, type ReactNode, use } from 'react';
import type { Session } from '../api/generated/types.ts';
import type { OperationFacts } from '../api/operation.ts';

export type { Session };

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
  { scopes }: { scopes: readonly string[] },
  { scope }: Pick<OperationFacts, 'scope'>,
): boolean {
  return scope === null || scopes.includes(scope);
}

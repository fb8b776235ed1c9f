import { parseExact } from '../api/exact-json.ts';
import { getSession, logOut, switchOrganization } from '../api/generated/users-and-sessions.ts';
import { ApiProblem } from '../api/problem.ts';
import { send } from '../api/transport.ts';
import { place } from './environment.ts';
import { leaveTo } from './leave-to.ts';
import type { Session } from './session.tsx';

/** Null: nobody is signed in. From the page, or else by a request. */
export async function loadSession(): Promise<Session | null> {
  const inPage = document.getElementById('session')?.textContent;
  if (inPage) return parseExact(inPage) as Session | null;
  try {
    return await send(getSession, {});
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 401) return null;
    throw error;
  }
}

/** Whoever signed in with an identity provider also ends the session there. */
export async function signOut(): Promise<void> {
  const { endSessionUrl } = await send(logOut, {});
  if (endSessionUrl === undefined) openConsole();
  else leaveTo(endSessionUrl);
}

export async function switchTo(organizationId: string): Promise<void> {
  await send(switchOrganization, { body: { organizationId } });
  openConsole();
}

/** Loads the console anew: whoever is signed in now sees nothing of whoever was before. */
export function openConsole(): void {
  location.assign(`${place.root}/console/`);
}

/** Opens the console in the environment of the link that somebody followed. */
export function openEnvironment(): void {
  location.assign(`${place.console}/`);
}

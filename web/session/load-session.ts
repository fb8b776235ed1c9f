import { request } from '../api/transport.ts';
import { place } from './environment.ts';
import type { Session } from './session.tsx';

const HEADERS = { accept: 'application/json', 'tallymark-session': '1' };

/** Null: nobody is signed in. */
export async function loadSession(): Promise<Session | null> {
  const response = await request(`${place.root}/ext/v1/session`, { headers: HEADERS });
  return response.ok ? ((await response.json()) as Session) : null;
}

export async function signIn(credentials: { email: string; password: string }): Promise<Response> {
  return request(`${place.root}/ext/v1/sessions`, {
    method: 'POST',
    headers: { ...HEADERS, 'content-type': 'application/json' },
    body: JSON.stringify(credentials),
  });
}

export async function signOut(): Promise<void> {
  await request(`${place.root}/ext/v1/session`, { method: 'DELETE', headers: HEADERS });
  location.reload();
}

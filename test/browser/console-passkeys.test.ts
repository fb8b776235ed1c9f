import type { CDPSession } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type OpenPage, useBrowser } from '#test/browser.ts';
import { freePort } from '#test/free-port.ts';
import { addPerson, addSecondFactor, asOwner, codeOf, PASSWORD, type Person } from '#test/people.ts';
import { useService } from '#test/running-app.ts';

/** Chromium's virtual authenticator is a real one for the page and the service. */
const PORT = await freePort();
const ORIGIN = `http://localhost:${PORT}`;
const service = useService({ PUBLIC_URL: ORIGIN, RATE_LIMIT_UNAUTHENTICATED: '1000000/s' });
const browser = useBrowser();
beforeAll(async () => {
  await service.app.server.listen({ port: PORT, host: '127.0.0.1' });
});

let tab: OpenPage;
let devtools: CDPSession;
let authenticatorId: string;
afterEach(() => tab?.close());

/** A page with an authenticator in the device, whose user is verified unless the test says otherwise. */
async function open(path: string, person?: Pick<Person, 'cookie'>, { isPrompt = true } = {}) {
  const cookies = person ? [{ name: 'tallymark_session', value: person.cookie, url: ORIGIN }] : [];
  tab = await browser.open(`${ORIGIN}/console/`, { cookies: [] });
  devtools = await tab.page.context().newCDPSession(tab.page);
  await devtools.send('WebAuthn.enable', { enableUI: false });
  const options = { protocol: 'ctap2', transport: 'internal', hasResidentKey: true } as const;
  const made = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ ...options, hasUserVerification: true, isUserVerified: true },
      automaticPresenceSimulation: isPrompt,
    },
  });
  authenticatorId = made.authenticatorId;
  await tab.page.context().addCookies(cookies);
  // Nobody is signed in yet.
  tab.errors.length = 0;
  await tab.load(`${ORIGIN}/console${path}`);
  return tab.page;
}

/** What the authenticator has, for another page: each has an authenticator of its own. */
async function takeCredentials() {
  return (await devtools.send('WebAuthn.getCredentials', { authenticatorId })).credentials;
}

async function giveCredentials(credentials: Awaited<ReturnType<typeof takeCredentials>>): Promise<void> {
  for (const credential of credentials)
    await devtools.send('WebAuthn.addCredential', { authenticatorId, credential });
}

async function addInProfile(person: Pick<Person, 'cookie'>, name: string) {
  const page = await open('/profile', person);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByText(name, { exact: true }).waitFor();
  await dialog.waitFor({ state: 'hidden' });
  return page;
}

const signedIn = () => tab.page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();

describe('a passkey', () => {
  it('is added, renamed, signs in by the button, and is removed', async () => {
    const person = await addPerson(service);
    const page = await addInProfile(person, 'Work laptop');
    await page.getByRole('button', { name: 'Rename' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Old laptop');
    await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
    await page.getByText('Old laptop', { exact: true }).waitFor();
    const credentials = await takeCredentials();
    expect(credentials).toHaveLength(1);
    expect(tab.errors).toEqual([]);
    await tab.close();

    await open('/', undefined, { isPrompt: false });
    await giveCredentials(credentials);
    await devtools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: true });
    await tab.page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await signedIn();
    await tab.load(`${ORIGIN}/console/profile`);
    await tab.page.getByText('Last used').waitFor();
    await tab.page.getByRole('button', { name: 'Remove' }).click();
    await tab.page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await tab.page.getByText('With a passkey you sign in without').waitFor();
  });

  it('is offered in the field of the e-mail, and signs in who chooses it there', async () => {
    const person = await addPerson(service);
    await addInProfile(person, 'Phone');
    const credentials = await takeCredentials();
    await tab.close();
    await open('/', undefined, { isPrompt: false });
    expect(await tab.page.getByLabel('Email').getAttribute('autocomplete')).toBe('username webauthn');
    await giveCredentials(credentials);
    // The page waits already: the authenticator answers as if the user had chosen the passkey.
    await devtools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: true });
    await tab.page.reload();
    await signedIn();
  });

  it('signs in nobody without the verification of its user, and the page says what to do', async () => {
    const person = await addPerson(service);
    await addInProfile(person, 'Found key');
    const credentials = await takeCredentials();
    await tab.close();
    await open('/', undefined, { isPrompt: false });
    await giveCredentials(credentials);
    await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
    await devtools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: true });
    await tab.page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await tab.page.getByText('No passkey was used').waitFor();
    expect(await tab.page.getByRole('heading', { level: 1 }).textContent()).toBe('Sign in');
  });

  it('that was removed is rejected in the words of the service', async () => {
    const person = await addPerson(service);
    await addInProfile(person, 'Lost phone');
    const credentials = await takeCredentials();
    await tab.close();
    await asOwner(service, (owner) =>
      owner.query('delete from user_passkeys where user_id = $1', [person.id]),
    );
    await open('/', undefined, { isPrompt: false });
    await giveCredentials(credentials);
    await devtools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: true });
    await tab.page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await tab.page.getByRole('alert').getByText('the passkey is unknown').waitFor();
  });

  it('needs the password if the sign-in was a while ago', async () => {
    const person = await addPerson(service);
    const earlier = `update sessions set created_at = now() - interval '11 minutes' where id = $1`;
    await asOwner(service, (owner) => owner.query(earlier, [person.sessionId]));
    const page = await open('/profile', person);
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Desk');
    await dialog.getByRole('button', { name: 'Add a passkey' }).click();
    await dialog.getByText('Confirm that it is you').waitFor();
    await dialog.getByLabel('Current password').fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByText('Desk', { exact: true }).waitFor();
  });
});

it('a password asks for the code of those who have an authenticator app', async () => {
  const person = await addPerson(service);
  const { secret } = await addSecondFactor(person);
  const page = await open('/');
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByLabel('Code').waitFor();
  expect(await page.evaluate('document.activeElement.name')).toBe('code');
  await page.keyboard.type(codeOf(secret, 1));
  await page.keyboard.press('Enter');
  await signedIn();
});

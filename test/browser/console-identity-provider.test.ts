import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { findViolations, type OpenPage, readOverflow, useBrowser } from '#test/browser.ts';
import { freePort } from '#test/free-port.ts';
import { type HonestProvider, startHonestProvider } from '#test/honest-identity-provider.ts';
import { allowDomain, settingsOf } from '#test/oidc.ts';
import { addPerson, PASSWORD } from '#test/people.ts';
import { forgetting } from '#test/portal.ts';
import { type Client, useService } from '#test/running-app.ts';
import { LOCAL_TARGETS } from '#test/webhook-receiver.ts';

/** A certified provider with pages of its own, in a real browser. */
const PORT = await freePort();
const ORIGIN = `http://localhost:${PORT}`;
const service = useService({
  ...{ ...LOCAL_TARGETS, PUBLIC_URL: ORIGIN, RATE_LIMIT_UNAUTHENTICATED: '1000000/s' },
});
const browser = useBrowser();
const organizationId = 'acme';
const GROUP_ROLES = [
  { group: 'admins', role: 'ADMINISTRATOR' },
  { group: 'billing', role: 'FINANCE' },
];
let provider: HonestProvider;
let organization: Client;

beforeAll(async () => {
  await service.app.server.listen({ port: PORT, host: '127.0.0.1' });
  provider = await startHonestProvider({
    redirectUris: ['/console', '/console/sandbox'].map((path) => `${ORIGIN}${path}/oidc/${organizationId}`),
  });
  organization = (await service.createOrganization(organizationId)).production;
  await allowDomain(service, organizationId);
  await saveProvider({});
});
afterAll(() => provider?.stop());

let tab: OpenPage;
afterEach(() => tab?.close());

async function saveProvider(change: { isRequired?: boolean }): Promise<void> {
  const settings = settingsOf(provider, {
    ...{ groupsClaim: 'groups', groupRoles: GROUP_ROLES, role: null },
    ...{ scopes: ['openid', 'email', 'profile', 'groups'], ...change },
  });
  await organization.must.put('/ext/v1/identity_provider', settings);
  await forgetting();
}

function describeAccount(name: string, more: Record<string, unknown> = {}): string {
  const email = `${name}@acme.example`;
  const profile = { email, email_verified: true, name: `${name} Honest`, groups: ['billing'] };
  provider.accounts.set(name, { ...profile, ...more });
  return email;
}

async function open(path: string, cookie?: string): Promise<Page> {
  const cookies = cookie ? [{ name: 'tallymark_session', value: cookie, url: ORIGIN }] : [];
  tab = await browser.open(`${ORIGIN}/console${path}`, { cookies });
  // Nobody is signed in yet.
  tab.errors.length = 0;
  return tab.page;
}

/** Presses Tab until something with this name has the focus. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let count = 0; count < 30; count++) {
    const focused = await page.evaluate<string>('document.activeElement?.textContent ?? ""');
    if (name.test(focused)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`nothing with the name ${name} gets the focus`);
}

/** On the page of the provider. */
async function sayWho(page: Page, name: string): Promise<void> {
  await page.getByLabel('Account').focus();
  await page.keyboard.type(name);
  await page.keyboard.press('Enter');
}

async function signIn(page: Page, name: string, groups = ['billing']): Promise<void> {
  await page.getByLabel('Email').focus();
  await page.keyboard.type(describeAccount(name, { groups }));
  await page.keyboard.press('Tab');
  await page.getByRole('button', { name: 'Continue with Acme login' }).waitFor();
  await tabTo(page, /Continue with Acme login/);
  await page.keyboard.press('Enter');
  await sayWho(page, name);
}

describe('by keyboard alone', () => {
  it('somebody signs in with the identity provider, has the role of the group, and signs out', async () => {
    const page = await open('/');
    await signIn(page, 'nora');
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    expect(page.url()).toBe(`${ORIGIN}/console/`);
    await page.getByRole('button', { name: 'Account of nora Honest' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('Finance', { exact: true }).waitFor();
    await page.getByRole('menuitem', { name: 'Your account' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('You signed in with your organization’s identity provider').waitFor();
    expect(await page.getByRole('heading', { name: 'Passkeys' }).count()).toBe(0);
    expect(await page.getByLabel('Current password').count()).toBe(0);
    expect(await findViolations(page)).toEqual([]);
    // The browser asks each host for an icon.
    expect(tab.errors.filter((error) => error.startsWith(ORIGIN))).toEqual([]);
    await page.getByRole('button', { name: 'Account of nora Honest' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Sign out' }).focus();
    await page.keyboard.press('Enter');
    // The provider asks whether its own session ends, too.
    await page.waitForURL(`${provider.issuer}/**`);
    await tabTo(page, /^Yes/);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
  });
});

describe('a sign-in', () => {
  it('leads to the page that somebody wanted to see', async () => {
    const page = await open('/sandbox/customers?status=ACTIVE');
    await signIn(page, 'olaf');
    await page.getByRole('heading', { level: 1, name: 'Customers' }).waitFor();
    expect(page.url()).toBe(`${ORIGIN}/console/sandbox/customers?status=ACTIVE`);
  });

  it('that is rejected says why, keeps no code in the address, and can be begun anew', async () => {
    describeAccount('quentin', { email_verified: false });
    const page = await open(`/?organization=${organizationId}`);
    await page.getByRole('button', { name: 'Continue with Acme login' }).click();
    await sayWho(page, 'quentin');
    await page.getByRole('heading', { level: 1, name: 'You were not signed in' }).waitFor();
    await page.getByText('has not confirmed an email address').waitFor();
    expect(page.url()).toBe(`${ORIGIN}/console/oidc/${organizationId}`);
    expect(await findViolations(page)).toEqual([]);
    await page.reload();
    await page.getByText('no response from an identity provider').waitFor();
    await page.getByRole('link', { name: 'Sign in again' }).click();
    await page.getByRole('button', { name: 'Continue with Acme login' }).waitFor();
  });

  it('in another tab continues the screen whose session has ended, and what was typed stays', async () => {
    const page = await open('/');
    await signIn(page, 'rosa', ['admins']);
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    await tab.load(`${ORIGIN}/console/webhooks`);
    await page.getByRole('button', { name: 'Create webhook' }).first().click();
    await page.getByLabel('URL').fill('https://example.com/typed');
    await page.context().clearCookies({ name: 'tallymark_session' });
    await page.getByRole('button', { name: 'Create webhook' }).last().click();
    const ended = page.getByRole('dialog', { name: 'Your session has ended' });
    const [other] = await Promise.all([
      page.context().waitForEvent('page'),
      ended.getByRole('link', { name: 'Sign in with your identity provider' }).click(),
    ]);
    await other.getByRole('button', { name: 'Continue with Acme login' }).click();
    await ended.waitFor({ state: 'hidden' });
    expect(await page.getByLabel('URL').inputValue()).toBe('https://example.com/typed');
  });
});

it.each([
  { width: 1280, theme: 'light' },
  { width: 1280, theme: 'dark' },
  { width: 360, theme: 'light' },
  { width: 360, theme: 'dark' },
] as const)('the pages for those who sign in have no faults at $width px in $theme', async (view) => {
  tab = await browser.open(`${ORIGIN}/console/?organization=${organizationId}`, { ...view, cookies: [] });
  await tab.page.getByRole('button', { name: 'Continue with Acme login' }).waitFor();
  expect([await findViolations(tab.page), await readOverflow(tab.page)]).toEqual([[], 0]);
  await tab.load(`${ORIGIN}/console/oidc/${organizationId}?code=x&state=y`);
  await tab.page.getByRole('heading', { level: 1, name: 'You were not signed in' }).waitFor();
  expect([await findViolations(tab.page), await readOverflow(tab.page)]).toEqual([[], 0]);
});

describe('the settings', () => {
  it('test an issuer, keep the secret, and change the role of a group', async () => {
    const administrator = await addPerson(service, { organization: organizationId });
    const page = await open('/settings/single-sign-on', administrator.cookie);
    await page.getByText(`${ORIGIN}/console/oidc/${organizationId}`).waitFor();
    await page.getByRole('button', { name: 'Test connection' }).click();
    await page.getByText(`Its sign-in page is at ${provider.issuer}/auth.`).waitFor();
    await page.getByLabel('Issuer').fill(`${provider.issuer}/nothing`);
    await page.getByRole('button', { name: 'Test connection' }).click();
    await page.getByText('The provider cannot be used').waitFor();
    // Another issuer would get the stored secret.
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Enter the client secret').waitFor();
    await page.getByLabel('Issuer').fill(provider.issuer);
    await page.getByRole('button', { name: 'Add group' }).click();
    await page.keyboard.type('auditors');
    await page.getByRole('listitem', { name: 'Group 3' }).getByLabel('Role').selectOption('ANALYST');
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved. People can sign in').waitFor();
    const { provider: stored } = await organization.must.get('/ext/v1/identity_provider');
    expect(stored.groupRoles).toEqual([...GROUP_ROLES, { group: 'auditors', role: 'ANALYST' }]);
    await tab.close();
    await forgetting();
    const signed = await open('/');
    describeAccount('sam', { groups: ['auditors'] });
    await tab.load(`${ORIGIN}/console/?organization=${organizationId}`);
    await signed.getByRole('button', { name: 'Continue with Acme login' }).click();
    await sayWho(signed, 'sam');
    await signed.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
  });
});

describe('an organization that requires its identity provider', () => {
  it('shows its members nothing but the way there, and rejects their passwords in words', async () => {
    const member = await addPerson(service, { organization: organizationId, role: 'FINANCE' });
    await saveProvider({ isRequired: true });
    const page = await open('/invoices', member.cookie);
    await page.getByText('Your organization requires single sign-on').waitFor();
    expect(page.url()).toBe(`${ORIGIN}/console/profile`);
    expect(await page.getByRole('button', { name: 'Add a passkey' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Continue with Acme login' }).waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.context().clearCookies();
    await tab.load(`${ORIGIN}/console/`);
    await page.getByLabel('Email').fill(member.email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByText('Members of this organization sign in with its identity provider').waitFor();
    await saveProvider({ isRequired: false });
  });
});

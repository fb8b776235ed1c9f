import { afterEach, beforeAll, expect, it } from 'vitest';
import { findViolations, type OpenPage, useBrowser } from '#test/browser.ts';
import { listenOnce } from '#test/open-stream.ts';
import { addPerson, codeOf, PASSWORD, type Person } from '#test/people.ts';
import { forgetting } from '#test/portal.ts';
import { useService } from '#test/running-app.ts';

const service = useService({ RATE_LIMIT_UNAUTHENTICATED: '1000000/s' });
const browser = useBrowser();
let origin: string;
beforeAll(async () => {
  origin = `http://127.0.0.1:${await listenOnce(service.app.server)}`;
});

let tab: OpenPage;
afterEach(() => tab?.close());

async function open(path: string, person?: Pick<Person, 'cookie'>) {
  const cookies = person ? [{ name: 'tallymark_session', value: person.cookie, url: origin }] : [];
  tab = await browser.open(`${origin}/console${path}`, { cookies });
  return tab.page;
}

/** Returns the key, which the page shows in groups, and the recovery codes. */
async function setUp(): Promise<{ key: string; codes: string[] }> {
  const { page } = tab;
  await page.getByRole('button', { name: 'Set up an authenticator app' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Current password').waitFor();
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await dialog.getByRole('img', { name: 'QR code with the key' }).waitFor();
  expect(await findViolations(page)).toEqual([]);
  const key = (await dialog.locator('pre').textContent())?.replaceAll(' ', '') ?? '';
  // The field of the code has the focus.
  await page.keyboard.type('000000');
  await page.keyboard.press('Enter');
  await dialog.getByRole('alert').waitFor();
  await page.keyboard.press('Control+a');
  await page.keyboard.type(codeOf(key));
  await page.keyboard.press('Enter');
  await dialog.getByText('Each of these codes signs you in once').waitFor();
  const codes = (await dialog.locator('pre').textContent())?.split('\n') ?? [];
  await dialog.getByRole('button', { name: 'I have saved the codes' }).focus();
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'hidden' });
  return { key, codes };
}

it('an authenticator app is set up by keyboard, asked for at the next sign-in, and removed', async () => {
  const person = await addPerson(service);
  let page = await open('/profile', person);
  const { key, codes } = await setUp();
  expect(codes).toHaveLength(10);
  await page.getByText('ask for a code from your app').waitFor();
  expect(tab.errors.filter((error) => !error.includes('400'))).toEqual([]);
  await tab.close();

  page = await open('/profile');
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByLabel('Code').fill(codeOf(key, 1));
  await page.keyboard.press('Enter');
  await page.getByText('ask for a code from your app').waitFor();

  await page.getByRole('button', { name: 'New recovery codes' }).click();
  await page
    .getByRole('dialog')
    .getByLabel('Code')
    .fill(codes[0] ?? '');
  await page.getByRole('dialog').getByRole('button', { name: 'New recovery codes' }).click();
  await page.getByText('Each of these codes signs you in once').waitFor();
  const renewed = (await page.locator('pre').textContent())?.split('\n') ?? [];
  expect(renewed).toHaveLength(10);
  await page.getByRole('button', { name: 'Remove' }).click();
  await page
    .getByRole('dialog')
    .getByLabel('Code')
    .fill(renewed[0] ?? '');
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByText('A second factor protects your account').waitFor();
});

it('whoever needs a second factor sees nothing but the way to one, and everything after it', async () => {
  const { production } = await service.createOrganization('strict');
  const person = await addPerson(service, { organization: 'strict' });
  await production.must.post('/settings', {
    ...{ namespace: 'PLATFORM', id: 'SECOND_FACTOR_REQUIRED', name: 'Second factor', dataType: 'STRING' },
    ...{ value: 'true', entityType: 'ORGANIZATION', entityId: 'strict' },
  });
  await forgetting();
  const page = await open('/sandbox/customers', person);
  await page.getByText('Your organization requires a second factor').waitFor();
  expect(page.url()).toBe(`${origin}/console/sandbox/profile`);
  expect(tab.errors).toEqual([]);
  await setUp();
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
});

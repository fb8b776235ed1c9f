import { afterEach, beforeAll, expect, it } from 'vitest';
import { findViolations } from '#test/browser.ts';
import { forgetHolds, holdAll } from '#test/hold-scenario.ts';
import { issueManual, openReader } from '#test/mail-scenario.ts';
import { listenOnce } from '#test/open-stream.ts';
import { addPerson, type Person } from '#test/people.ts';
import { usePersonTabs } from '#test/person-tabs.ts';
import { useService } from '#test/running-app.ts';

/** After a restore, an operator learns on every page that messages wait, and decides on the page System. */
const service = useService({}, { own: 'a hold concerns the whole deployment' });
let operator: Person;
let colleague: Person;
let origin: string;
const open = usePersonTabs(() => origin);
const BANNER = 'After a restore, messages and charges wait until an operator releases them.';

beforeAll(async () => {
  operator = await addPerson(service, { name: 'Olga Operator' });
  colleague = await addPerson(service, { role: 'FINANCE' });
  await service.sandbox.setClock('2030-01-01T00:00:00Z');
  await issueManual(service.sandbox, await openReader(service.sandbox));
  await holdAll(service);
  await issueManual(service.sandbox, await openReader(service.sandbox));
  origin = `http://127.0.0.1:${await listenOnce(service.app.server)}`;
});
afterEach(() => forgetHolds(service));

it('the banner leads to the page, where the keyboard discards and releases', async () => {
  const others = await open(colleague, '/invoices');
  const page = await open(operator, '/invoices');
  await page.getByText(BANNER).waitFor();
  await others.getByRole('heading', { level: 1 }).waitFor();
  expect(await others.getByText(BANNER).count()).toBe(0);

  await page.getByRole('link', { name: 'Decide' }).press('Enter');
  await page.getByRole('heading', { name: 'Held messages' }).waitFor();
  await page.getByText(/restored from a backup\)\. Waiting: 2, of them from before: 1\./).waitFor();
  expect(await findViolations(page)).toEqual([]);

  const confirm = async (name: string) => {
    await page.getByRole('button', { name }).press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name }).press('Enter');
    await dialog.waitFor({ state: 'detached' });
  };
  await confirm('Discard old emails');
  await page.getByText(/Waiting: 1, of them from before: 0\./).waitFor();
  await confirm('Release emails');
  await page.getByText('Released by Olga Operator').waitFor();
  for (const name of ['Release webhooks', 'Release charges']) await confirm(name);
  await page.getByText(BANNER).waitFor({ state: 'detached' });
  expect(await page.getByRole('heading', { name: 'Held messages' }).count()).toBe(0);
});

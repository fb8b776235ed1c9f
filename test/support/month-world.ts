import type { Locator, Page } from 'playwright-core';
import type { Role } from '#platform/http/roles.ts';
import { setPolicy } from './approval-scenario.ts';
import { openWaiting } from './bill-run-scenario.ts';
import { openAccount, use } from './billing-scenario.ts';
import type { Chromium, OpenPage } from './browser.ts';
import { listenOnce } from './open-stream.ts';
import { payInvoice } from './payment-scenario.ts';
import { addPerson, type Person } from './people.ts';
import { owe } from './receivable-scenario.ts';
import type { Client, Reply, Service } from './running-app.ts';

/*
 * A month in one organization, seen on 3 February 2030. `north`, `south` and `east` have used 3 units each in
 * January: their drafts of 16 wait for a bill run. `idle` has used nothing, and pays 10. Two events of
 * February came for `norht`. `owing` has two open invoices, and `paid` has paid 100. Bill runs above 20 and
 * refunds above 50 wait for a second person.
 */
export interface MonthWorld {
  /** Of the console in the sandbox. */
  url: string;
  client: Client;
  paid: Reply['body'];
  open: [Reply['body'], Reply['body']];
  join(role: Role, name: string): Promise<Person>;
}

export async function makeMonthWorld(service: Service, organization: string): Promise<MonthWorld> {
  const client = await openWaiting(service, organization, ['north', 'south', 'east', 'idle']);
  for (const account of ['north', 'south', 'east'])
    await use(client, { meter: 'calls', account, at: '2030-01-01T00:00:00Z', amount: '3' });
  await client.setClock('2030-02-03T00:00:00Z');
  for (const amount of ['4', '6'])
    await use(client, { meter: 'calls', account: 'norht', at: '2030-02-02T00:00:00Z', amount });
  await openAccount(client, 'owing');
  const open: MonthWorld['open'] = [
    await owe(client, 'owing', { amount: 100.1 }),
    await owe(client, 'owing', { amount: 7.25 }),
  ];
  await openAccount(client, 'paid');
  const paid = await owe(client, 'paid', { amount: 100 });
  await payInvoice(client, { accountId: 'paid', invoiceId: paid.id, amount: 100 });
  await client.settle();
  const join = (role: Role, name: string) => addPerson(service, { organization, role, name });
  const [ann, bob] = [await join('ADMINISTRATOR', 'Ann Admin'), await join('ADMINISTRATOR', 'Bob Admin')];
  await setPolicy({ ann, bob }, [
    { kind: 'FINALIZATION', limits: [{ currency: 'USD', amount: 20 }] },
    { kind: 'REFUND', limits: [{ currency: 'USD', amount: 50 }] },
  ]);
  const base = `http://127.0.0.1:${await listenOnce(service.app.server)}`;
  return { url: `${base}/console/sandbox`, client, paid, open, join };
}

/** A page of the console in the session of a person. */
export function openAs(
  browser: Chromium,
  { cookie }: Pick<Person, 'cookie'>,
  { url, path = '' }: Pick<MonthWorld, 'url'> & { path?: string },
): Promise<OpenPage> {
  const cookies = [{ name: 'tallymark_session', value: cookie, url: new URL(url).origin }];
  return browser.open(`${url}/${path}`, { cookies });
}

/** The mouse of somebody, which counts its clicks; typing costs none, but reaching a field does. */
export interface Mouse {
  click(target: Locator): Promise<void>;
  /** Clicks a field and types into it. */
  fill(field: Locator, text: string): Promise<void>;
  /** How often it clicked since the last time. */
  take(): number;
}

export function mouse(page: Page): Mouse {
  let clicks = 0;
  const click = async (target: Locator) => {
    await target.click();
    clicks += 1;
  };
  return {
    click,
    fill: async (field, text) => {
      await click(field);
      await page.keyboard.press('Control+a');
      await page.keyboard.insertText(text);
    },
    take: () => {
      const taken = clicks;
      clicks = 0;
      return taken;
    },
  };
}

/** Opens a record by what somebody says on the telephone, by keyboard alone. */
export async function find(page: Page, term: string, option: RegExp): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Find anything' }).waitFor();
  await page.keyboard.insertText(term);
  await page.getByRole('option', { name: option }).first().waitFor();
  await page.keyboard.press('Enter');
}

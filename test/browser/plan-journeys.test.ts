import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { publishPlan } from '#test/billing-scenario.ts';
import { type OpenPage, useBrowser } from '#test/browser.ts';
import { type ConsoleWorld, makeConsoleWorld } from '#test/console-world.ts';
import { addPerson } from '#test/people.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
const browser = useBrowser();
let world: ConsoleWorld;
let plan: string;
beforeAll(async () => {
  world = await makeConsoleWorld(service, 'plan-journeys');
  const { data } = await world.sandbox.must.get('/v2/price_plans?_search=Pay');
  plan = data[0].id;
});

let tab: OpenPage;
afterEach(() => tab?.close());

const open = async (path: string) => {
  const url = new URL(world.url).origin;
  const session = { name: 'tallymark_session', value: world.person.cookie, url };
  tab = await browser.open(`${world.url}/${path}`, { cookies: [session] });
  return tab.page;
};
const readCard = async (name: string) => {
  const { data } = await world.sandbox.must.get(`/v2/price_plans/${plan}/rate_cards`);
  return data.find((card: { name: string }) => card.name === name).rateCardDetails.usageRateCard;
};

describe('tiers by keyboard alone', () => {
  it('a tier is added, moved and removed, and the draft has the new prices', async () => {
    const page = await open(`plans/${plan}/card?name=card-1`);
    const field = (name: string) => page.locator(`[name="tiers.${name}"]`);
    const type = async (text: string) => {
      await page.keyboard.press('Control+a');
      await page.keyboard.type(text);
    };
    await field('2.rate.USD').focus();
    // Below the last tier: it ends at ten times its start, and the new one has the focus.
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.name')).toBe('tiers.3.from');
    expect(await field('2.to').inputValue()).toBe('100000');
    await type('50000');
    expect(await field('2.to').inputValue()).toBe('50000');
    for (let count = 0; count < 3; count++) await page.keyboard.press('Tab');
    await type('0.002');
    // Up the column to the price of the second tier.
    for (const key of ['ArrowUp', 'ArrowUp']) await page.keyboard.press(key);
    await type('0.0075');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Control+Backspace');
    expect(await field('0.to').inputValue()).toBe('10000');
    await field('1.to').focus();
    await type('60000');
    await field('2.from').focus();
    await type('50000');
    await page.keyboard.press('Tab');
    expect(await field('1.to').inputValue()).toBe('50000');
    await page.getByRole('button', { name: 'Save' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Pay as you grow' }).waitFor();
    await page.getByText('Version 2').first().waitFor();
    expect(await readCard('card-1')).toMatchObject({
      ratePlan: { slabs: [{ startAfter: 0 }, { startAfter: 10000 }, { startAfter: 50000 }] },
      rateValues: [{ slabRates: [{ rate: 0.0075 }, { rate: 0.005 }, { rate: 0.002 }] }],
    });
    expect(tab.errors).toEqual([]);
  });
});

describe('what was typed', () => {
  it('asks before it is left, and is kept when somebody else changed the plan', async () => {
    const page = await open(`plans/${plan}/card?name=card-3`);
    const rate = page.locator('[name="tiers.0.rate.USD"]');
    await rate.fill('0.5');
    await page.getByRole('link', { name: 'Pay as you grow' }).click();
    await page.getByRole('button', { name: 'Keep editing' }).click();
    expect(await rate.inputValue()).toBe('0.5');
    const { name: rateCardName, ...card } = await cardOf('card-2');
    const operations = [{ actionType: 'UPDATE', rateCardName, rateCard: card }];
    await world.sandbox.must.post(`/v2/price_plans/${plan}/rate_cards`, { operations });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('This record has changed').waitFor();
    expect(await rate.inputValue()).toBe('0.5');
    await page.getByRole('button', { name: 'Keep mine' }).click();
    await page.getByRole('heading', { level: 1, name: 'Pay as you grow' }).waitFor();
    expect(await readCard('card-3')).toMatchObject({ rateValues: [{ slabRates: [{ rate: 0.5 }] }] });
  });

  it('of the terms stays as well, until theirs are loaded', async () => {
    const page = await open(`plans/${plan}/terms`);
    const description = page.getByLabel('Description');
    await description.fill('Mine');
    await world.sandbox.must.patch(`/v2/price_plans/${plan}`, { description: 'Theirs' });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('This record has changed').waitFor();
    expect(await description.inputValue()).toBe('Mine');
    expect((await world.sandbox.must.get(`/v2/price_plans/${plan}`)).description).toBe('Theirs');
    await page.getByRole('button', { name: 'Load theirs' }).click();
    await expect.poll(() => description.inputValue()).toBe('Theirs');
    await description.fill('Both');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Pay as you grow' }).waitFor();
    expect((await world.sandbox.must.get(`/v2/price_plans/${plan}`)).description).toBe('Both');
  });
});

it('a plan from a template becomes active, and its curve has the exact price of a quantity', async () => {
  const page = await open('plans/new');
  await page.getByLabel('Start with').selectOption('GRADUATED');
  await page.getByLabel('Usage meter').fill('api');
  await page.getByRole('option', { name: /API calls/ }).click();
  await page.getByLabel('Name', { exact: true }).fill('Starter');
  await page.getByRole('button', { name: 'Create draft' }).click();
  await page.getByRole('heading', { level: 1, name: 'Starter' }).waitFor();
  await page.getByText('The draft has no errors').waitFor();
  await page.getByRole('button', { name: 'Price curve' }).click();
  await page.getByLabel('Price of a quantity').fill('20000');
  // 1000 × 0.01 + 9000 × 0.008 + 10000 × 0.005
  await page.getByText('$132.00', { exact: true }).first().waitFor();
  await page.getByRole('button', { name: 'Finalize' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Finalize' }).click();
  await page.getByText('Active', { exact: true }).first().waitFor();
  await page.getByRole('button', { name: 'Show API request' }).click();
  await page.getByText('PLAN=$(curl -X POST').waitFor();
  expect(tab.errors).toEqual([]);
});

describe('the schedule of an account by keyboard', () => {
  it('gets a plan, then another one from next month on, and shows both as bars', async () => {
    const { must } = world.sandbox;
    const fee = (await must.get('/addons?type=FIXED_FEE')).data[0].id;
    await publishPlan(world.sandbox, {
      name: 'Enterprise',
      cards: [{ type: 'FIXED_FEE', billableId: fee }],
    });
    await must.post('/accounts', { id: 'fresh', name: 'Fresh account', customerId: 'acme' });
    const page = await open('accounts/fresh?tab=schedule');
    const press = async (name: string) => {
      await page.getByRole('button', { name, exact: true }).last().focus();
      await page.keyboard.press('Enter');
    };
    const choose = async (plan: string) => {
      const field = page.getByRole('combobox', { name: 'Plan' });
      await field.waitFor();
      await page.keyboard.type(plan);
      await page.getByRole('option', { name: plan }).waitFor();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      expect(await field.inputValue()).toBe(plan);
    };
    await press('Assign a plan');
    await choose('Pay as you grow');
    await press('Review changes');
    await page.getByText('Now: No plan').waitFor();
    const effect = page.getByRole('region', { name: 'Effect on draft invoices' });
    await effect.getByText(/New draft invoice.*Feb 3 – 28, 2030/).waitFor();
    expect(await read('fresh')).toEqual([]);
    const review = page.getByRole('heading', { name: 'Review the draft schedule' });
    await press('Make live');
    // A draft is in the table too; the work that it causes begins once it is live.
    await review.waitFor({ state: 'detached' });
    await page.getByText('Current', { exact: true }).waitFor();
    await world.sandbox.settle();
    await press('Change plan');
    await choose('Enterprise');
    await page.getByLabel('First day').fill('2030-02-01');
    await press('Review changes');
    // The words of the service, and what was typed stays.
    await page.getByText(/effectiveFrom: schedule sch\.\S+ already prices/).waitFor();
    await page.getByLabel('First day').fill('2030-03-01');
    await press('Review changes');
    await page.getByText('Now: Pay as you grow, version 1').waitFor();
    await page.getByText('Then: Enterprise, version 1').waitFor();
    await effect.getByText('stays the same').waitFor();
    await press('Make live');
    await review.waitFor({ state: 'detached' });
    const bars = page.getByRole('img', { name: /Plans over time/ }).locator('title');
    expect((await bars.allTextContents()).map((text) => text.replace(/^(\w+).*version \d, /, '$1 '))).toEqual(
      ['Pay Feb 3, 2030 – Feb 28, 2030', 'Enterprise From Mar 1, 2030'],
    );
    expect(await read('fresh')).toEqual([
      'Pay as you grow 2030-02-03 2030-03-01',
      'Enterprise 2030-03-01 9999-01-01',
    ]);
    expect(tab.errors.filter((error) => !error.includes('400'))).toEqual([]);
  });

  it('gets prices of its own for one schedule, and returns to those of the plan', async () => {
    const page = await open('accounts/acme-production?tab=schedule');
    await page.getByRole('button', { name: /^Edit the schedule/ }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Set custom prices' }).press('Enter');
    await page.getByRole('dialog').getByLabel('From').fill('2030-04-01');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: /Edit .*API calls/ }).press('Enter');
    await page.locator('[name="tiers.0.rate.USD"]').fill('0.5');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('$0.50').waitFor();
    await page.getByRole('link', { name: 'Review draft schedule' }).press('Enter');
    await page.getByText('Custom prices').first().waitFor();
    await page.getByRole('button', { name: 'Make live' }).press('Enter');
    await page.getByRole('heading', { name: 'Review the draft schedule' }).waitFor({ state: 'detached' });
    const { data } = await world.sandbox.must.get('/v2/accounts/acme-production/schedules?mode=ACTIVE');
    expect(data.map(({ isOverridden }: { isOverridden: boolean }) => isOverridden)).toEqual([false, true]);
    await page
      .getByRole('button', { name: /^Edit the schedule/ })
      .last()
      .press('Enter');
    await page.getByRole('menuitem', { name: 'Remove' }).press('Enter');
    await page.getByRole('button', { name: 'Review changes' }).press('Enter');
    await page.getByText('Then: No plan').waitFor();
    await page.getByRole('button', { name: 'Discard draft' }).press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Discard draft' }).press('Enter');
    await page.getByText('Then: No plan').waitFor({ state: 'detached' });
    expect(tab.errors).toEqual([]);
  });

  async function read(account: string): Promise<string[]> {
    const { data } = await world.sandbox.must.get(`/v2/accounts/${account}/schedules?mode=ACTIVE`);
    return data.map(
      ({ pricePlanInfo, startDate, endDate }: Record<string, string> & { pricePlanInfo: { name: string } }) =>
        `${pricePlanInfo.name} ${startDate?.slice(0, 10)} ${endDate?.slice(0, 10)}`,
    );
  }
});

describe('what support edits by keyboard', () => {
  it('what somebody else has changed is not saved over unasked, and nothing typed is lost', async () => {
    const page = await open('accounts/acme-production?tab=settings');
    const terms = page.getByLabel('Payment terms');
    await terms.focus();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('45');
    await world.sandbox.must.patch('/accounts/acme-production', { tags: ['vip'] });
    await page.keyboard.press('Enter');
    await page.getByText('This record has changed').waitFor();
    expect(await terms.inputValue()).toBe('45');
    await page.getByRole('button', { name: 'Save my values' }).press('Enter');
    await page.getByText('No unsaved changes').waitFor();
    // Only what was typed was sent.
    expect(await readAccount()).toEqual({ netTermDays: 45, tags: ['vip'] });
    expect(await page.getByLabel('Tags').inputValue()).toBe('vip');
    await page.getByRole('tab', { name: 'Aliases' }).press('Enter');
    await page.getByRole('button', { name: 'Add alias' }).press('Enter');
    await page.getByRole('dialog').getByLabel('Alias').waitFor();
    await page.keyboard.type('acme-prodcution');
    await page.keyboard.press('Tab');
    await page.getByText('1 event selected').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Add alias' }).press('Enter');
    await page.getByRole('cell', { name: 'acme-prodcution' }).waitFor();
    expect(tab.errors.filter((error) => !error.includes('409'))).toEqual([]);
  });

  it('a contact is added for one account of the customer, changed and removed', async () => {
    const page = await open('customers/acme?tab=contacts');
    await page.getByRole('button', { name: 'Add contact' }).press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').waitFor();
    await page.keyboard.type('Ada Lovelace');
    await page.keyboard.press('Tab');
    await page.keyboard.type('ada@acme.example');
    await dialog.getByLabel('Selected accounts').check();
    await dialog.getByRole('button', { name: 'Add account' }).press('Enter');
    await page.keyboard.type('acme');
    await page.getByRole('option', { name: /Acme production/ }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Add contact' }).press('Enter');
    await page.getByRole('cell', { name: 'ada@acme.example' }).waitFor();
    const [{ access, loginAccess }] = await contacts();
    expect([access.accountIds, loginAccess]).toEqual([['acme-production'], false]);
    await page.getByRole('button', { name: 'Actions for Ada Lovelace' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Edit' }).press('Enter');
    await dialog.getByLabel('All accounts, including new ones').check();
    await dialog.getByRole('button', { name: 'Save' }).press('Enter');
    await page.getByRole('cell', { name: 'All accounts' }).waitFor();
    await page.getByRole('button', { name: 'Actions for Ada Lovelace' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Remove' }).press('Enter');
    await dialog.getByRole('button', { name: 'Remove' }).press('Enter');
    // By its text: behind a dialog, nothing has a role.
    await page.getByText('ada@acme.example').waitFor({ state: 'detached' });
    expect(await contacts()).toEqual([]);
    expect(tab.errors).toEqual([]);
  });

  it('a note is written, changed and read by a colleague, who cannot change it', async () => {
    const page = await open('accounts/acme-production?tab=notes');
    const field = page.getByLabel('New note');
    await field.focus();
    await page.keyboard.type('Asked for the usage of May by day.');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('listitem').getByText('Asked for the usage of May by day.').waitFor();
    expect(await field.inputValue()).toBe('');
    await page.getByRole('button', { name: 'Edit' }).press('Enter');
    await page.getByLabel('Text of the note').fill('Sent the usage of May by day.');
    await page.getByRole('button', { name: 'Save' }).press('Enter');
    await page.getByLabel('Text of the note').waitFor({ state: 'detached' });
    await page.getByText('Sent the usage of May by day.').waitFor();
    await page.getByRole('tab', { name: 'Activity' }).press('Enter');
    await page.getByRole('cell', { name: 'Updated' }).first().waitFor();
    const colleague = await addPerson(service, { organization: 'plan-journeys', role: 'SUPPORT' });
    const cookie = { name: 'tallymark_session', value: colleague.cookie, url: new URL(world.url).origin };
    const theirs = await browser.open(`${world.url}/customers/acme?tab=notes`, { cookies: [cookie] });
    await theirs.page.getByText('Sent the usage of May by day.').waitFor();
    expect(await theirs.page.getByRole('button', { name: 'Edit' }).count()).toBe(0);
    await theirs.close();
    expect(tab.errors).toEqual([]);
  });

  const contacts = async () => {
    const { data } = await world.sandbox.must.get('/ext/v1/customers/acme/contacts');
    return data.filter(({ name }: { name: string }) => name === 'Ada Lovelace');
  };
  const readAccount = async () => {
    const { netTermDays, tags } = await world.sandbox.must.get('/accounts/acme-production');
    return { netTermDays, tags };
  };
});

async function cardOf(name: string) {
  const { data } = await world.sandbox.must.get(`/v2/price_plans/${plan}/rate_cards`);
  const card = data.find((each: { name: string }) => each.name === name);
  const { billableId, type, invoiceTiming, rateCardDetails } = card;
  return { name, billableId, type, invoiceTiming, rateCardDetails };
}

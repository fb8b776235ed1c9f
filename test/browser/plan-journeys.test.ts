import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type OpenPage, useBrowser } from '#test/browser.ts';
import { type ConsoleWorld, makeConsoleWorld } from '#test/console-world.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
const browser = useBrowser();
let world: ConsoleWorld;
let plan: string;
beforeAll(async () => {
  world = await makeConsoleWorld(service, 'plan-journeys');
  plan = (await world.sandbox.must.get('/v2/price_plans')).data[0].id;
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
    await page.getByRole('button', { name: 'Save my values' }).click();
    await page.getByRole('heading', { level: 1, name: 'Pay as you grow' }).waitFor();
    expect(await readCard('card-3')).toMatchObject({ rateValues: [{ slabRates: [{ rate: 0.5 }] }] });
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

async function cardOf(name: string) {
  const { data } = await world.sandbox.must.get(`/v2/price_plans/${plan}/rate_cards`);
  const card = data.find((each: { name: string }) => each.name === name);
  const { billableId, type, invoiceTiming, rateCardDetails } = card;
  return { name, billableId, type, invoiceTiming, rateCardDetails };
}

import { afterEach, beforeAll, expect, it } from 'vitest';
import { type OpenPage, useBrowser } from '#test/browser.ts';
import { type ConsoleWorld, makeConsoleWorld } from '#test/console-world.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
const browser = useBrowser();
let world: ConsoleWorld;
let plan: string;
beforeAll(async () => {
  world = await makeConsoleWorld(service, 'catalogue-journeys');
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

it('an edited filter shows what the last events become, and is saved once inactive', async () => {
  const { data } = await world.sandbox.must.get('/usage_meters');
  const meter = data.find(({ name }: { name: string }) => name === 'Storage').id;
  const page = await open(`meters/${meter}/edit`);
  const press = async (name: string) => {
    await page.getByRole('button', { name, exact: true }).first().focus();
    await page.keyboard.press('Enter');
  };
  await page.getByText('20 of 20 events are counted.').waitFor();
  // The focus goes to the field of the new row.
  await press('Add condition');
  await page.keyboard.type('region');
  await page.keyboard.press('Tab');
  await page.keyboard.type('eu-central');
  await page.getByText('1 of 20 events are counted.').waitFor();
  const event = page.getByRole('listitem').filter({ hasText: '31-calls' });
  await event.getByText("requires region = 'eu-central', and the event has region = 'eu-west'").waitFor();
  await press('Deactivate');
  await page.getByText('This meter is active').waitFor({ state: 'detached' });
  await press('Save');
  await page.getByText('region = eu-central', { exact: true }).waitFor();
  await press('Activate');
  await page.getByRole('dialog').getByRole('button', { name: 'Activate' }).focus();
  await page.keyboard.press('Enter');
  await page.getByText('Active', { exact: true }).first().waitFor();
  expect(await world.sandbox.must.get(`/usage_meters/${meter}`)).toMatchObject({
    ...{ status: 'ACTIVE', filters: [{ field: 'region', value: 'eu-central' }] },
  });
  expect(tab.errors).toEqual([]);
});

it('unit costs begin on a day of their own, are ended, and change the margin', async () => {
  const { data } = await world.sandbox.must.get('/usage_meters');
  const meter = data.find(({ name }: { name: string }) => name === 'API calls').id;
  const page = await open('reports/view?template=MARGIN');
  await page.getByRole('link', { name: 'Unit costs' }).click();
  await page.getByRole('link', { name: 'API calls' }).click();
  const fill = async (row: number, from: string, cost?: string) => {
    const item = page.getByRole('listitem', { name: `Cost ${row}` });
    await item.getByLabel('From').fill(from);
    if (cost) await item.getByLabel(/^Cost per/).fill(cost);
    return item;
  };
  await page.getByRole('button', { name: 'Add cost' }).click();
  await fill(1, '2030-01-01', '0.0025');
  await page.getByRole('button', { name: 'End costs' }).click();
  await fill(2, '2030-01-01');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('A cost already begins on this day.').waitFor();
  expect((await world.sandbox.must.get(`/ext/v1/usage_meters/${meter}/costs`)).costs).toEqual([]);
  await fill(2, '2030-03-01');
  await (await fill(1, '2030-01-01')).getByText('until Feb 28, 2030').waitFor();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('The unit costs are saved.').waitFor();
  expect((await world.sandbox.must.get(`/ext/v1/usage_meters/${meter}/costs`)).costs).toEqual([
    { effectiveFrom: '2030-01-01', unitCost: 0.0025 },
    { effectiveFrom: '2030-03-01', unitCost: 0 },
  ]);

  // What somebody else has saved meanwhile is not replaced unasked.
  const theirs = [{ effectiveFrom: '2030-01-01', unitCost: 0.5 }];
  await world.sandbox.must.put(`/ext/v1/usage_meters/${meter}/costs`, { costs: theirs });
  await fill(1, '2030-01-01', '0.003');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('What you typed is still here.').waitFor();
  const { costs } = await world.sandbox.must.get(`/ext/v1/usage_meters/${meter}/costs`);
  expect(costs).toEqual(theirs);
  await page.getByRole('button', { name: 'Keep mine' }).click();
  await page.getByText('The unit costs are saved.').waitFor();
  await page.getByRole('link', { name: 'Unit costs' }).click();
  await page
    .getByRole('row', { name: /API calls/ })
    .getByText('0.003')
    .waitFor();
  expect(tab.errors.filter((error) => !error.includes('status of 409'))).toEqual([]);
});

it('prices of a table are pasted from a spreadsheet, and saved together', async () => {
  const { data } = await world.sandbox.must.get('/v2/price_plans?_search=Model');
  const matrix = data[0].id;
  const page = await open(`plans/${matrix}`);
  await page.getByRole('link', { name: 'Edit table' }).focus();
  await page.keyboard.press('Enter');
  await page.getByText('small / output').waitFor();
  const price = page.getByLabel('Price of large, input');
  await price.focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('x');
  await page.getByRole('button', { name: 'Save', exact: true }).focus();
  await page.keyboard.press('Enter');
  expect(await price.getAttribute('aria-invalid')).toBe('true');
  await price.focus();
  await page.evaluate(`{
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', '0.25\\t1.25\\n0.125\\t9');
    const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    document.activeElement.dispatchEvent(paste);
  }`);
  expect(await page.getByLabel('Price of small, input').inputValue()).toBe('0.125');
  await page.getByText('3 unsaved changes').waitFor();
  await page.getByRole('button', { name: 'Save', exact: true }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Model prices' }).waitFor();
  const cards = (await world.sandbox.must.get(`/v2/price_plans/${matrix}/rate_cards`)).data;
  expect(
    cards.map(({ name, rateCardDetails }: { name: string; rateCardDetails: Details }) => [
      ...[name, rateCardDetails.usageRateCard.rateValues[0]?.slabRates[0]?.rate],
    ]),
  ).toEqual([
    ['large-input', 0.25],
    ['large-output', 1.25],
    ['small-input', 0.125],
  ]);
  expect(tab.errors).toEqual([]);
});

interface Details {
  usageRateCard: { rateValues: { slabRates: { rate: number }[] }[] };
}

it('a rule is tried on a draft, activated, and the next draft has its line', async () => {
  const page = await open(`rules/new?plan=${plan}`);
  const press = async (role: 'link' | 'button', name: string | RegExp) => {
    await page.getByRole(role, { name }).first().focus();
    await page.keyboard.press('Enter');
  };
  await press('link', 'Surcharge');
  await page.getByLabel('Name', { exact: true }).focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('Handling');
  const calculation = page.getByLabel('Calculation as JSON Logic');
  await calculation.focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('{"nope":[1]}');
  await page.getByText('“nope” in line 1 is not an operator.').waitFor();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('{"+":[20,');
  await page.getByText('This is not valid JSON').waitFor();
  // Another shape than the fields have, and then one of theirs: the fields follow.
  await page.keyboard.type('5]}');
  await page.getByText('This logic can only be edited as JSON.').waitFor();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('30');
  await page.getByLabel('Number', { exact: true }).focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('25');
  expect(await calculation.inputValue()).toBe('25');
  await press('button', 'Estimate');
  await page.getByText('1 of 1 sampled draft would change.').waitFor();
  await press('button', 'Try it on the draft of Acme production');
  const step = page
    .getByRole('list', { name: 'Steps' })
    .getByRole('listitem')
    .filter({ hasText: 'Handling' });
  await step.getByText('$25.00').waitFor();
  await step.getByText('Applied').waitFor();
  expect((await world.sandbox.must.get(`/v2/price_plans/${plan}/pricing_rules`)).data).toEqual([]);
  await press('button', 'Save');
  await page.getByText('These rules are in a draft').waitFor();
  await press('button', 'Finalize');
  await page.getByLabel(/^Accounts of version/).selectOption('NEXT_CYCLE');
  await page.keyboard.press('Tab');
  await page.getByRole('dialog').getByRole('button', { name: 'Finalize' }).focus();
  await page.keyboard.press('Enter');
  await page.getByText('These rules are in force').waitFor();
  await world.sandbox.setClock('2030-03-03T00:00:00Z');
  const { data } = await world.sandbox.must.get('/invoices?account_id=acme-production&status=DRAFT');
  expect(JSON.stringify(await world.sandbox.must.get(`/invoices/${data[0].id}`))).toContain('Handling');
  expect(tab.errors).toEqual([]);
});

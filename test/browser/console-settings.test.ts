import { readFileSync } from 'node:fs';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { findViolations, type OpenPage, useBrowser } from '#test/browser.ts';
import { PIXEL_PNG } from '#test/examples/invoice-templates.ts';
import { listenOnce } from '#test/open-stream.ts';
import { addPerson, type Person } from '#test/people.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
const browser = useBrowser();
let origin: string;
let administrator: Person;
beforeAll(async () => {
  origin = `http://127.0.0.1:${await listenOnce(service.app.server)}`;
  administrator = await addPerson(service);
});

let tab: OpenPage;
afterEach(() => tab?.close());

async function open(path: string, { cookie }: Pick<Person, 'cookie'> = administrator) {
  const cookies = [{ name: 'tallymark_session', value: cookie, url: origin }];
  tab = await browser.open(`${origin}/console${path}`, { cookies });
  return tab.page;
}

describe('billing settings', () => {
  const stored = async (id: string) => {
    const { data } = await service.sandbox.must.get('/ext/v1/organization/settings');
    const { value, source } = data.find((each: { id: string }) => each.id === id);
    return `${value} ${source}`;
  };

  it('are saved together by keyboard, or not at all, and go back to their default', async () => {
    const page = await open('/sandbox/settings/billing');
    await page.getByLabel('Net terms, in days').focus();
    await page.keyboard.type('30');
    await page.getByLabel('Late events').selectOption('ADJUST');
    await page.getByLabel('Refresh of drafts, in minutes').fill('1');
    await page.getByText('3 unsaved changes').waitFor();
    await page.keyboard.press('Enter');
    // Named in words, and nothing typed is lost.
    await page.getByText('Refresh of drafts, in minutes: must be a whole number').waitFor();
    expect(await page.getByLabel('Net terms, in days').inputValue()).toBe('30');
    expect(await stored('LATE_USAGE')).toBe('REJECT DEFAULT');
    await page.getByLabel('Refresh of drafts, in minutes').fill('');
    await page.keyboard.press('Enter');
    await page.getByText('Saved', { exact: true }).waitFor();
    expect([await stored('NET_TERM_DAYS'), await stored('LATE_USAGE')]).toEqual([
      '30 ORGANIZATION',
      'ADJUST ORGANIZATION',
    ]);
    await page.getByText('No unsaved changes').waitFor();
    await page.getByLabel('Late events').selectOption('');
    await page.getByRole('link', { name: 'Billing', exact: true }).click();
    await page.getByRole('button', { name: 'Keep editing' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('No unsaved changes').waitFor();
    expect(await stored('LATE_USAGE')).toBe('REJECT DEFAULT');
    expect(await findViolations(page)).toEqual([]);
  });

  it('say which number the next invoice gets, and what a tax adds', async () => {
    const page = await open('/sandbox/settings/billing');
    await page.getByText(/^The next invoice gets \d{4}-\d{2}-0001/).waitFor();
    await page.getByLabel('Pattern').focus();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('RE-{SEQ}');
    await page.getByLabel('First number').fill('41');
    await page.getByLabel('Minimum number of digits').fill('3');
    await page.getByText('The next invoice gets RE-041, the one after it RE-042.').waitFor();
    await page.getByLabel('Pattern').fill('RE-');
    await page.keyboard.press('Tab');
    await page.getByText('The pattern must contain {SEQ} exactly once').waitFor();
    await page.getByLabel('Pattern').fill('RE-{SEQ}');
    await page.getByRole('button', { name: 'Add tax rate' }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.type('VAT');
    await page.keyboard.press('Tab');
    await page.keyboard.type('190');
    await page.keyboard.press('Enter');
    await page.getByText('Enter a number from 0 to 100').waitFor();
    await page.getByLabel('Rate', { exact: true }).fill('19');
    await page.getByText('Example: 100 net plus VAT 19 % is 119 for buyers in other countries.').waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.getByText('Saved', { exact: true }).waitFor();
    expect(await stored('TAX_RATES')).toBe('[{"name":"VAT","rate":"0.19"}] ORGANIZATION');
    expect(JSON.parse((await stored('INVOICE_SEQUENCE')).replace(/ ORG.*/, ''))).toMatchObject({
      ...{ pattern: 'RE-{SEQ}', pad: 3, start: 41 },
    });
  });

  it('are only read by those who may not change them', async () => {
    const analyst = await addPerson(service, { role: 'ANALYST' });
    const page = await open('/sandbox/settings/billing', analyst);
    expect(await page.getByLabel('Net terms, in days').isDisabled()).toBe(true);
    expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0);
  });
});

describe('the organization', () => {
  it('says what is missing before it issues invoices, and takes it', async () => {
    const page = await open('/settings/organization');
    await page.getByText('Production issues no invoices yet').waitFor();
    await page.getByLabel('Name', { exact: true }).fill('Initech');
    await page.getByLabel('Email for replies').fill('billing@initech.example');
    await page.getByLabel('Street').fill('1 Main Street');
    await page.getByLabel('Country code').fill('us');
    await page.keyboard.press('Enter');
    await page.getByText('Saved', { exact: true }).waitFor();
    await page.getByRole('banner').getByText('Initech').waitFor();
    await page.getByText('Some recommended steps are open').waitFor();
    const { name, address } = await service.production.must.get('/ext/v1/organization');
    expect([name, address]).toEqual(['Initech', { line1: '1 Main Street', country: 'US' }]);
    expect(await findViolations(page)).toEqual([]);
  });

  it('adds a currency with a rate, and removes it', async () => {
    const page = await open('/sandbox/settings/organization');
    await page.getByRole('button', { name: 'Add currency' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Currency', { exact: true }).fill('eur');
    await dialog.getByLabel('Rate to the base currency').fill('0');
    await dialog.getByRole('button', { name: 'Add currency' }).click();
    await dialog.getByText('Enter a number above 0').waitFor();
    await dialog.getByLabel('Rate to the base currency').fill('1.1');
    await dialog.getByRole('button', { name: 'Add currency' }).click();
    await page.getByText('Rate 1.1').waitFor();
    await page.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('in the base currency only').waitFor();
  });
});

describe('a seller entity', () => {
  it('is created with a logo by keyboard and file, and is the default', async () => {
    const page = await open('/sandbox/settings/sellers');
    await page.getByText('Invoices show the organization itself').waitFor();
    await page.getByRole('link', { name: 'New seller entity' }).first().click();
    await page.getByLabel('Name', { exact: true }).focus();
    await page.keyboard.type('Initech GmbH');
    await page.getByRole('button', { name: 'Add tax ID' }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.type('USt-IdNr.');
    await page.keyboard.press('Tab');
    await page.keyboard.type('DE123456789');
    await page.getByLabel('Logo').setInputFiles({
      ...{ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from('no image') },
    });
    // In the words of the service, and what was typed stays.
    await page.getByText(/content: /).waitFor();
    await page.getByLabel('Logo').setInputFiles({
      ...{ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from(PIXEL_PNG, 'base64') },
    });
    await page.getByRole('img', { name: 'Preview of the chosen logo' }).waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Create seller entity' }).click();
    await page.getByRole('link', { name: 'Initech GmbH' }).click();
    await page.getByText('Default', { exact: true }).waitFor();
    const { data } = await service.sandbox.must.get('/ext/v1/organization/seller_entities');
    expect(data).toMatchObject([
      { name: 'Initech GmbH', isDefault: true, taxIds: [{ name: 'USt-IdNr.', value: 'DE123456789' }] },
    ]);
    expect(data[0].logoFileId).toBeDefined();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Invoices show the organization itself').waitFor();
  });
});

describe('an invoice template', () => {
  const shown = (page: OpenPage['page']) => page.getByRole('region', { name: 'Preview of the invoice' });

  it('is edited by keyboard beside the document that it makes, and becomes the default', async () => {
    const page = await open('/sandbox/settings/templates');
    await page.getByText('Invoices are printed with the built-in template').waitFor();
    await page.getByRole('link', { name: 'New template' }).first().focus();
    await page.keyboard.press('Enter');
    await page.getByLabel('Name', { exact: true }).focus();
    await page.keyboard.type('House');
    await shown(page).getByText('Northwind Trading Inc.').waitFor();
    await page.getByLabel('Text below the lines', { exact: true }).focus();
    await page.keyboard.type('Thank you,\n{% nonsense %}');
    // The fault stands at its text, leads to its line, and the last document without one stays.
    await page.getByText('line 2, column 1: tag "nonsense" not found').first().waitFor();
    await page.getByRole('button', { name: 'Go to line 2' }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.type('{{ customer.name }}.');
    await shown(page).getByText('Thank you,').waitFor();
    await page.getByLabel('Show', { exact: true }).selectOption('ADDRESS_DE');
    await shown(page).getByText('40212 Düsseldorf').waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Create template' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Set as default' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Set as default' }).click();
    await page.getByText('Default', { exact: true }).waitFor();
    const { data } = await service.sandbox.must.get('/ext/v1/invoice_templates');
    expect(data).toMatchObject([
      { name: 'House', content: { texts: { notes: 'Thank you,\n{{ customer.name }}.' } } },
    ]);
    await page.getByRole('button', { name: 'Archive' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).click();
    await page.getByText(/is in use by organization/).waitFor();
    expect(tab.errors.filter((error) => !/status of 400/.test(error))).toEqual([]);
  });
});

describe('the configuration', () => {
  const fee = { name: 'Promoted fee', type: 'FIXED_FEE', billableName: 'Platform fee' };

  it('is brought from the sandbox to production, and changed by a document', async () => {
    await service.sandbox.must.post('/addons', fee);
    const page = await open('/settings/configuration');
    const listed = page.getByRole('listitem').filter({ hasText: 'Promoted fee' });
    // Three clicks: compare, apply, confirm; the sandbox is chosen already.
    await page.getByRole('button', { name: 'Compare', exact: true }).click();
    await listed.getByText('Added', { exact: true }).waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole('button', { name: /^Apply \d+ change/ }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Apply/ })
      .click();
    await page.getByText('Stored in production').waitFor();
    const names = async () =>
      (await service.production.must.get('/ext/v1/configuration')).addOns.map(
        (each: typeof fee) => `${each.name}: ${each.billableName}`,
      );
    expect(await names()).toContain('Promoted fee: Platform fee');

    const file = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download document' }).click();
    const text = readFileSync(await (await file).path(), 'utf8');
    await page.getByLabel('A document').check();
    await page.getByLabel('Document', { exact: true }).fill('{');
    await page.getByText('This is not a configuration document').waitFor();
    await page.getByLabel('Document', { exact: true }).fill(text.replace('Platform fee', 'Base fee'));
    await page.getByRole('button', { name: 'Compare', exact: true }).focus();
    await page.keyboard.press('Enter');
    await listed.getByText('Platform fee → Base fee').waitFor();
    expect(await names()).toContain('Promoted fee: Platform fee');
    await page.getByRole('button', { name: 'Apply 1 change' }).focus();
    await page.keyboard.press('Enter');
    const confirm = page.getByRole('dialog').getByRole('button', { name: 'Apply 1 change' });
    await confirm.focus();
    await page.keyboard.press('Enter');
    await page.getByText('Stored in production').waitFor();
    expect(await names()).toContain('Promoted fee: Base fee');

    await page.getByLabel('Document', { exact: true }).fill(text.replace('FIXED_FEE', 'LICENSE'));
    await page.getByRole('button', { name: 'Compare', exact: true }).click();
    await page.getByText('1 resource cannot be imported, so nothing is').waitFor();
    expect(await page.getByRole('button', { name: /^Apply/ }).count()).toBe(0);
    expect(tab.errors).toEqual([]);
  });
});

describe('data retention', () => {
  it('lists the erasure of a customer, and exports the audit log', async () => {
    // A clock that stands still: background work is done when the test says so.
    await service.sandbox.setClock('2031-01-01T00:00:00Z');
    const address = { line1: '1 Main Street', country: 'US' };
    const customer = { id: 'gone', name: 'Gone Ltd', primaryEmail: 'gone@acme.example', address };
    await service.sandbox.must.post('/customers', customer);
    const page = await open('/sandbox/customers/gone');
    expect(await page.getByRole('button', { name: 'Erase personal data' }).count()).toBe(0);
    await service.sandbox.must.delete('/customers/gone');
    await page.reload();
    await page.getByRole('button', { name: 'Erase personal data' }).click();
    const dialog = page.getByRole('dialog');
    const erase = dialog.getByRole('button', { name: 'Erase personal data' });
    expect(await erase.isDisabled()).toBe(true);
    await dialog.getByLabel('Type gone to confirm').fill('gone');
    await erase.click();
    await page.getByRole('heading', { level: 1, name: /^Erased / }).waitFor();
    await service.sandbox.settle();
    await page.goto(`${origin}/console/sandbox/settings/data`);
    await page.getByRole('row', { name: /gone.*Completed/ }).waitFor();
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await page.getByText('Writing the file…').waitFor();
    await service.sandbox.settle();
    await page.getByText(/entr(y|ies) exported/).waitFor();
    expect(await page.getByRole('link', { name: 'Download' }).getAttribute('href')).toContain('/f/');
    expect(await findViolations(page)).toEqual([]);
  });
});

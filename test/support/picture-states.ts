import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { createSetupToken } from '#areas/users/index.ts';
import { api } from '../../tools/demo/api.ts';
import { seedNimbus } from '../../tools/demo/nimbus/seed.ts';
import { computeReviews, reviewedRun } from './draft-review-scenario.ts';
import { keepSimulation } from './examples/simulations.ts';
import { listenOnce } from './open-stream.ts';
import { addPerson, type Person } from './people.ts';
import type { Client, Reply, Service } from './running-app.ts';

/** A state of the console that is kept as a picture. */
export interface PictureState {
  name: string;
  /** Below `/console`. */
  path: string;
  /** As somebody who has not signed in. */
  isGuest?: true;
  /** Responses of operations of which the real ones differ from run to run; by their path. */
  responses?: Record<string, { status: number; body: unknown; headers?: Record<string, string> }>;
  /** A list shown in an order of its own: the service has rows of one instant in that of their ids. */
  ordered?: string;
  /** Brings the open page into the state. */
  act?(page: Page): Promise<void>;
}

/** Nimbus AI on a day of a fixed year, with the console of an administrator. */
export interface PictureWorld {
  origin: string;
  person: Person;
  states: readonly PictureState[];
}

const ORGANIZATION = 'nimbus-ai';
/** The demo then tells of the autumn of 2030. */
const TODAY = Temporal.PlainDate.from('2029-06-01');

/** Before the clock is moved; what comes next depends on how far the work that is due has come. */
const PREVIEW = {
  now: '2030-12-05T09:00:00.000Z',
  work: [],
  nextDueAt: '2030-12-06T00:00:00.000Z',
  nextCycleEnd: '2031-01-01T00:00:00.000Z',
};

export async function makePictureWorld(service: Service): Promise<PictureWorld> {
  const { sandbox, production } = await service.createOrganization(ORGANIZATION);
  // The header has the name of the environment whose page was loaded first.
  await production.must.patch('/ext/v1/organization', { name: 'Nimbus AI GmbH' });
  const origin = `http://127.0.0.1:${await listenOnce(service.app.server)}`;
  await seedNimbus(api(`${origin}/sandbox`, sandbox.key), { organization: ORGANIZATION, today: TODAY });
  // November and its days of grace are over: its drafts wait for a bill run.
  await sandbox.setClock('2030-12-05T09:00:00Z');
  const person = await addPerson(service, { organization: ORGANIZATION, name: 'Ada Nimbus' });
  await addPerson(service, { organization: 'default', of: person });
  const { id: plan } = await find(sandbox, '/v2/price_plans', ({ name }) => name === 'Pro');
  const simulation = await keepSimulation(service, {
    ...{ organization: ORGANIZATION, planId: plan, accountId: 'aurora-production' },
  });
  const october = ({ startDate, invoiceType }: Row) =>
    invoiceType === 'STANDARD' && startDate?.slice(5, 7) === '10';
  const invoice = await find(sandbox, '/invoices?owner_id=dune-maps&pageSize=50', october);
  const credit = await find(sandbox, '/credits?account_id=cobalt-clinics', () => true);
  const { jobId } = await reviewedRun(service, sandbox);
  const token = await createSetupToken(service.app.database, { id: 'default', environment: 'production' });
  const ids: Ids = { plan, simulation, invoice: invoice.id, credit: credit.id, run: jobId };
  return {
    ...{ origin, person },
    states: [
      ...sandboxStates(ids),
      ...billingStates(ids, service),
      ...faultStates(sandbox),
      { name: 'production', path: '/' },
      { name: 'empty', path: '/invoices' },
      { name: 'sign-in', path: '/', isGuest: true },
      { name: 'setup', path: `/setup#token=${token}`, isGuest: true },
    ],
  };
}

type Ids = Record<'plan' | 'simulation' | 'invoice' | 'credit' | 'run', string>;
type Row = Record<string, string> & { id: string };

async function find(client: Client, path: string, matches: (row: Row) => boolean): Promise<Row> {
  const { data } = await client.must.get(path);
  const found = (data as Row[]).find(matches);
  if (!found) throw new Error(`no row of ${path} is what the picture shows`);
  return found;
}

function sandboxStates({ plan, simulation, credit }: Ids): PictureState[] {
  const state = (name: string, path: string, more: Partial<PictureState> = {}) => ({
    ...{ name, path: `/sandbox/${path}`, ...more },
  });
  return [
    state('home', ''),
    state('events', 'events'),
    state('why-not', 'events/uncounted'),
    state('customer', 'customers/fjord'),
    state('account', 'accounts/gale-shops'),
    state('plan', `plans/${plan}`),
    state('price-curve', `plans/${plan}/card?name=nimbus-mini`, { act: openFirstCard(plan) }),
    state('simulation', `simulator/${simulation}`),
    state('credit', `credits/${credit}`),
    state('wallet', 'wallets/ember-studio?tab=sources'),
    state('alert', 'alerts/new?template=USAGE_THRESHOLD'),
    state('report', 'reports/view?template=REVENUE_BY_CUSTOMER'),
    state('settings', 'settings/billing'),
    state('template', 'settings/templates/new', { act: waitForPaper }),
    state('requests', 'requests', {
      responses: { '/ext/v1/requests': example('request-log', 'listRequests') },
    }),
    state('system', 'system', { responses: { '/ext/v1/system': example('system', 'getSystem') } }),
    state('clock', 'meters', {
      ordered: '/sandbox/usage_meters',
      responses: { '/ext/v1/clock/preview': { status: 200, body: PREVIEW } },
      act: (page) => page.getByRole('button', { name: /Sandbox clock/ }).click(),
    }),
    state('palette', 'schemas', { act: openPalette }),
  ];
}

/** The page of a plan leads to its cards; the name of one is not known before. */
function openFirstCard(plan: string): (page: Page) => Promise<void> {
  return async (page) => {
    await page.evaluate(`history.pushState({}, '', ${JSON.stringify(`/console/sandbox/plans/${plan}`)})`);
    await page.locator(`a[href*="/card?"]`).first().click();
    await page.locator('h1').waitFor();
  };
}

/** The service has rendered the document, and the page has drawn it. */
async function waitForPaper(page: Page): Promise<void> {
  await page.locator('canvas').first().waitFor();
}

async function openFirstLine(page: Page): Promise<void> {
  await page
    .getByRole('treeitem', { name: /Nimbus mini, input tokens/ })
    .first()
    .click();
}

async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill('invoice');
}

function billingStates({ invoice, run }: Ids, service: Service): PictureState[] {
  const computed = async (page: Page) => {
    await page.getByText(/^Computing drafts/).waitFor();
    await computeReviews(service);
    await page
      .getByText(/^\d+ drafts$/)
      .first()
      .waitFor();
  };
  const of = `/sandbox/invoices/${invoice}`;
  return [
    { name: 'invoices', path: '/sandbox/invoices', ordered: '/sandbox/invoices' },
    { name: 'invoice', path: of },
    { name: 'explanation', path: `${of}/explain`, act: openFirstLine },
    { name: 'credit-note', path: `${of}/credit-note` },
    { name: 'receivables', path: '/sandbox/receivables' },
    { name: 'journal', path: '/sandbox/journal' },
    { name: 'statement', path: '/sandbox/statement?account_id=dune-maps&currency=USD' },
    { name: 'payment', path: '/sandbox/payments/new' },
    { name: 'bill-run', path: `/sandbox/bill-runs/${run}` },
    { name: 'bill-run-confirm', path: `/sandbox/bill-runs/${run}?step=confirm` },
    { name: 'month-close', path: '/sandbox/month-close', act: computed },
  ];
}

/** Each in a screen that no other state has loaded. */
function faultStates(client: Client): PictureState[] {
  const forbidden = 'forbidden: this operation requires the scope audit:read; use a credential that has it';
  const answer = (status: number, code: string, message: string) => ({
    ...{ status, body: { message }, headers: { 'error-code': code } },
  });
  return [
    {
      ...{ name: 'forbidden', path: '/sandbox/audit' },
      responses: { '/ext/v1/audit_log': answer(403, 'FORBIDDEN', forbidden) },
    },
    {
      ...{ name: 'unavailable', path: '/sandbox/webhooks' },
      responses: {
        '/ext/v1/webhooks': answer(503, 'UNAVAILABLE', 'the database does not respond; try again later'),
      },
      // It has been tried again by itself.
      act: (page) => page.getByText('the database does not respond').waitFor(),
    },
    { name: 'not-found', path: '/sandbox/customers/nobody' },
    {
      ...{ name: 'conflict', path: '/sandbox/customers/halcyon?tab=details' },
      act: async (page) => {
        await page.getByLabel('Name', { exact: true }).fill('Halcyon Games AS');
        await client.must.patch('/customers/halcyon', { name: 'Halcyon Games Europe OÜ' });
        await page.getByRole('button', { name: 'Save', exact: true }).click();
        await page.getByRole('button', { name: 'Save my values' }).waitFor();
      },
    },
  ];
}

/** The recorded example of an operation, as the reference shows it. */
function example(area: string, operation: string): { status: number; body: Reply['body'] } {
  const path = new URL(`../../src/areas/${area}/examples.json`, import.meta.url);
  const { status, response } = JSON.parse(readFileSync(path, 'utf8'))[operation];
  return { status, body: response };
}

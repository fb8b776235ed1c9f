import { api } from '../../tools/demo/api.ts';
import { sendUsage, setUp } from '../../tools/demo/setup.ts';
import { listenOnce } from './open-stream.ts';
import { addPerson, type Person } from './people.ts';
import type { Client, Service } from './running-app.ts';

/** An organization with a month of usage, invoices and one record of each kind, and its console. */
export interface ConsoleWorld {
  /** `http://127.0.0.1:PORT/console/sandbox`. */
  url: string;
  person: Person;
  sandbox: Client;
  /** Paths of screens below `url`, with the ids of records. */
  screens: readonly string[];
}

export async function makeConsoleWorld(service: Service, organization: string): Promise<ConsoleWorld> {
  const { sandbox } = await service.createOrganization(organization);
  const base = `http://127.0.0.1:${await listenOnce(service.app.server)}`;
  const demo = api(`${base}/sandbox`, sandbox.key);
  await setUp(demo);
  await sendUsage(demo);
  await demo.call('PUT', '/ext/v1/clock', { now: '2030-02-03T00:00:00Z' });
  const person = await addPerson(service, { organization });
  const ids = await makeRecords(sandbox);
  return { url: `${base}/console/sandbox`, person, sandbox, screens: screensOf(ids) };
}

type Ids = Record<
  'invoice' | 'draft' | 'payment' | 'credit' | 'meter' | 'plan' | 'webhook' | 'job' | 'audit',
  string
>;

async function makeRecords({ must }: Client): Promise<Ids> {
  const { data: invoices } = await must.get('/invoices');
  const withStatus = (status: string) => invoices.find((each: { status: string }) => each.status === status);
  const [due, draft] = [withStatus('DUE'), withStatus('DRAFT')];
  const payment = await must.post('/payments', {
    ...{ accountId: 'acme-production', totalAmount: 20, currency: 'USD' },
    externalPaymentReference: {
      ...{ sourceName: 'Bank', sourceType: 'BANK_TRANSFER', transactionNumber: 'TX-2030-02-0001' },
    },
    lineItemRecords: [{ type: 'INVOICE', order: 1, platformId: due.id, amount: 20 }],
  });
  const [credit] = await must.post('/credits', {
    creditRequests: [
      {
        ...{ accountId: 'acme-production', purpose: 'Goodwill for the outage of 2 February' },
        ...{ creditAmount: 12.5, effectiveFrom: '2030-02-03', effectiveUntil: '2031-02-03', priority: 1 },
      },
    ],
  });
  const webhook = await must.post('/ext/v1/webhooks', { url: 'https://example.com/hook', types: ['*'] });
  const job = await must.post(
    '/events/correction?action=UNDO&require_confirmation=true&account_id=acme-production&event_id=31-calls',
  );
  const first = async (path: string) => (await must.get(path)).data[0].id;
  return {
    ...{ invoice: due.id, draft: draft.id, payment: payment.id, credit: credit.id },
    ...{ webhook: webhook.id, job: job.jobId },
    meter: await first('/usage_meters'),
    plan: await first('/v2/price_plans'),
    audit: await first('/ext/v1/audit_log'),
  };
}

function screensOf(ids: Ids): string[] {
  const lists = ['events', 'meters', 'schemas', 'plans', 'customers', 'accounts', 'invoices', 'payments'];
  const tabs = ['invoices', 'plans', 'credits', 'wallet', 'aliases', 'settings'];
  return [
    ...lists.concat('credits', 'reports', 'alerts', 'keys', 'webhooks', 'jobs', 'scheduled-work', 'audit'),
    ...['team', 'team?tab=roles', 'profile'],
    ...['events/31-calls', 'schemas/api-traffic', `meters/${ids.meter}`, `plans/${ids.plan}`],
    ...['customers/acme', 'customers/acme?tab=contacts', 'accounts/acme-production'],
    ...tabs.map((tab) => `accounts/acme-production?tab=${tab}`),
    ...[`invoices/${ids.invoice}`, `invoices/${ids.draft}`, `invoices/${ids.invoice}/explain`],
    ...[`payments/${ids.payment}`, `credits/${ids.credit}`, `webhooks/${ids.webhook}`],
    ...[`jobs/${ids.job}`, `audit/${ids.audit}`],
  ];
}

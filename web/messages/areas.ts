import type accounts from './en/accounts.json';
import type alerts from './en/alerts.json';
import type audit from './en/audit.json';
import type credits from './en/credits.json';
import type customers from './en/customers.json';
import type events from './en/events.json';
import type invoiceGroups from './en/invoiceGroups.json';
import type invoices from './en/invoices.json';
import type jobs from './en/jobs.json';
import type keys from './en/keys.json';
import type meters from './en/meters.json';
import type payments from './en/payments.json';
import type plans from './en/plans.json';
import type profile from './en/profile.json';
import type reports from './en/reports.json';
import type scheduledWork from './en/scheduledWork.json';
import type schemas from './en/schemas.json';
import type session from './en/session.json';
import type shell from './en/shell.json';
import type team from './en/team.json';
import type ui from './en/ui.json';
import type webhooks from './en/webhooks.json';

/** The texts of each area, as English has them; a test compares the other languages. */
export interface Messages {
  accounts: typeof accounts;
  alerts: typeof alerts;
  audit: typeof audit;
  credits: typeof credits;
  customers: typeof customers;
  events: typeof events;
  invoiceGroups: typeof invoiceGroups;
  invoices: typeof invoices;
  jobs: typeof jobs;
  keys: typeof keys;
  meters: typeof meters;
  payments: typeof payments;
  plans: typeof plans;
  profile: typeof profile;
  reports: typeof reports;
  scheduledWork: typeof scheduledWork;
  schemas: typeof schemas;
  session: typeof session;
  shell: typeof shell;
  team: typeof team;
  ui: typeof ui;
  webhooks: typeof webhooks;
}

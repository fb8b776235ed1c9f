import type accounts from './en/accounts.json';
import type customers from './en/customers.json';
import type events from './en/events.json';
import type invoices from './en/invoices.json';
import type jobs from './en/jobs.json';
import type plans from './en/plans.json';
import type shell from './en/shell.json';
import type ui from './en/ui.json';

/** The texts of each area, as English has them; a test compares the other languages. */
export interface Messages {
  accounts: typeof accounts;
  customers: typeof customers;
  events: typeof events;
  invoices: typeof invoices;
  jobs: typeof jobs;
  plans: typeof plans;
  shell: typeof shell;
  ui: typeof ui;
}

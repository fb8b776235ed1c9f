/** The customers of Nimbus AI; each account is on one of its plans and sends a share of the traffic. */

export type PlanName = 'Free' | 'Pro' | 'Enterprise';

export interface DemoAccount {
  id: string;
  name: string;
  customerId: string;
  plan: PlanName;
  /** Events of a normal day. */
  eventsPerDay: number;
  aliases: readonly string[];
}

export interface DemoCustomer {
  id: string;
  name: string;
  address: { line1: string; postalCode: string; city: string; country: string; state?: string };
}

export const CUSTOMERS: readonly DemoCustomer[] = [
  customer('aurora', 'Aurora Labs Inc.', ['500 Howard Street', '94105', 'San Francisco', 'US', 'CA']),
  customer('bluefin', 'Bluefin Robotics GmbH', ['Speicherstraße 12', '20457', 'Hamburg', 'DE']),
  customer('cobalt', 'Cobalt Health Ltd', ['7 Harley Mews', 'W1G 8QJ', 'London', 'GB']),
  customer('dune', 'Dune Maps Pty Ltd', ['88 Pitt Street', '2000', 'Sydney', 'AU']),
  customer('ember', 'Ember Studio K.K.', ['1-2-3 Jingumae', '150-0001', 'Tokyo', 'JP']),
  customer('fjord', 'Fjord Bank AS', ['Rådhusgata 4', '0151', 'Oslo', 'NO']),
  customer('gale', 'Gale Retail SAS', ['14 rue de Rivoli', '75004', 'Paris', 'FR']),
  customer('halcyon', 'Halcyon Games OÜ', ['Telliskivi 60a', '10412', 'Tallinn', 'EE']),
];

export const ACCOUNTS: readonly DemoAccount[] = [
  account('aurora-production', 'Aurora production', {
    plan: 'Pro',
    eventsPerDay: 95,
    aliases: ['aurora-prod'],
  }),
  account('aurora-development', 'Aurora development', { plan: 'Free', eventsPerDay: 18 }),
  account('bluefin-robots', 'Bluefin robots', { plan: 'Pro', eventsPerDay: 80, aliases: ['bluefin-eu'] }),
  account('cobalt-clinics', 'Cobalt clinics', { plan: 'Pro', eventsPerDay: 55 }),
  account('dune-maps', 'Dune Maps', { plan: 'Pro', eventsPerDay: 40 }),
  account('ember-studio', 'Ember Studio', { plan: 'Pro', eventsPerDay: 45 }),
  account('ember-prototypes', 'Ember prototypes', { plan: 'Free', eventsPerDay: 12 }),
  account('fjord-assistants', 'Fjord assistants', {
    plan: 'Enterprise',
    eventsPerDay: 130,
    aliases: ['fjord-eu'],
  }),
  account('fjord-risk', 'Fjord risk models', { plan: 'Enterprise', eventsPerDay: 60 }),
  account('gale-shops', 'Gale shops', { plan: 'Pro', eventsPerDay: 35 }),
  account('halcyon-games', 'Halcyon Games', { plan: 'Pro', eventsPerDay: 70 }),
];

function customer(
  id: string,
  name: string,
  [line1, postalCode, city, country, state]: readonly [string, string, string, string, string?],
): DemoCustomer {
  return { id, name, address: { line1, postalCode, city, country, ...(state && { state }) } };
}

function account(
  id: string,
  name: string,
  { plan, eventsPerDay, aliases = [] }: Pick<DemoAccount, 'plan' | 'eventsPerDay'> & { aliases?: string[] },
): DemoAccount {
  const [customerId = ''] = id.split('-');
  return { id, name, customerId, plan, eventsPerDay, aliases };
}

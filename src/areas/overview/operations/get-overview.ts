import { operation } from '#platform/http/operation.ts';
import { countHours } from '../count-hours.ts';
import { Overview } from '../schema.ts';
import { countAttention, findSetup, sumSales } from '../store.ts';

export const getOverview = operation({
  id: 'getOverview',
  method: 'GET',
  route: '/ext/v1/overview',
  scope: null,
  summary: 'Get what happened lately and what needs somebody',
  description:
    'Each part needs the scope that reads it elsewhere, and is null or absent without it. Amounts are ' +
    'those of issued invoices: drafts change with every event.',
  response: { status: 200, body: Overview },
  problems: [],
  async handle({ tx, org, now, actor }) {
    const { scopes } = actor;
    // Sent as one batch.
    const [events, sales, setup, attention] = await Promise.all([
      scopes.has('events:read') ? countHours(tx, org, now) : null,
      scopes.has('invoices:read') ? sumSales(tx, org, now) : null,
      findSetup(tx, org),
      countAttention(tx, org, { now, scopes }),
    ]);
    return { asOf: now, events, sales, setup, attention };
  },
});

import type { ExampleRequest } from '../example-requests.ts';
import type { World } from '../example-world.ts';
import { owe } from '../receivable-scenario.ts';

export const receivableExamples: Record<string, (world: World) => ExampleRequest> = {
  matchBankLine: ({ client, ids }) => ({
    prepare: () => owe(client, ids.account_id ?? '', { amount: 119.4 }),
    body: { amount: 120, currency: 'USD', text: `Customer ${ids.account_id} January bill` },
  }),
};

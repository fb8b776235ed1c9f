import type { ExampleRequest } from '../example-requests.ts';
import type { World } from '../example-world.ts';

export const receivableExamples: Record<string, (world: World) => ExampleRequest> = {
  matchBankLine: ({ ids }) => ({
    body: { amount: 120, currency: 'USD', text: `Customer ${ids.account_id} January bill` },
  }),
};

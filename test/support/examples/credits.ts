import type { ExampleRequest } from '../example-requests.ts';
import type { World } from '../example-world.ts';
import type { Client } from '../running-app.ts';

const period = { effectiveFrom: '2031-01-01', effectiveUntil: '2031-12-31' };

export const creditExamples: Record<string, (world: World) => ExampleRequest> = {
  createCredits: ({ ids }) => ({
    body: {
      creditRequests: [
        {
          ...{ accountId: ids.account_id, purpose: 'Goodwill', ...period, creditAmount: 12.34, priority: 1 },
          applicableEntityIds: [ids.usage_meter_id, 'ALL_FIXED_FEE_RATE_CARDS'],
          ...{ grantorId: 'campaign-1', idempotencyKey: 'grant-1' },
        },
      ],
    },
  }),
};

/** Two credits of later years, which no invoice of the world uses; returns the id of the first. */
export async function grantCredits(client: Client, accountId: string): Promise<string> {
  const credit = { accountId, purpose: 'Welcome', ...period, creditAmount: 100, priority: 10 };
  const [first] = await client.must.post('/credits', { creditRequests: [credit, credit] });
  return first.id;
}

import type { ExampleRequest } from '../example-requests.ts';
import type { World } from '../example-world.ts';

export const balanceExamples: Record<string, (world: World) => ExampleRequest> = {
  previewCredits: ({ ids }) => ({
    body: {
      creditRequests: [
        {
          ...{ accountId: ids.account_id, purpose: 'Goodwill', creditAmount: 12.34, priority: 1 },
          ...{ effectiveFrom: '2030-01-01', effectiveUntil: '2030-12-31', grantorId: 'campaign-1' },
          applicableEntityIds: [ids.usage_meter_id, 'ALL_FIXED_FEE_RATE_CARDS'],
          idempotencyKey: 'grant-1',
        },
      ],
    },
  }),
  previewWallet: ({ ids }) => ({ body: { action: 'ALLOCATE', invoiceId: ids.invoice_id, amount: 0.5 } }),
};

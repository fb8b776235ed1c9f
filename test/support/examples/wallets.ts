import type { ExampleRequest } from '../example-requests.ts';
import type { World } from '../example-world.ts';

export const walletExamples: Record<string, (world: World) => ExampleRequest> = {
  topupWallet: () => ({ body: { topupAmount: 12.34 } }),
  updateWallet: () => ({ body: { status: 'INACTIVE', effectiveFrom: '2030-02-01T00:00:00Z' } }),
};

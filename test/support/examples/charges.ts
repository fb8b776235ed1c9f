import type { ExampleRequest } from '../example-requests.ts';
import type { World } from '../example-world.ts';

const items = [
  { name: 'Support', rate: 20, quantity: 1.5 },
  { name: 'Share', value: '{"*":[{"var":"invoice.gross"},0.1]}', considerForRevenue: true },
];

export const chargeExamples: Record<string, (world: World) => ExampleRequest> = {
  manageMiscellaneousCharges: () => ({ body: { items } }),
  manageUpcomingMiscellaneousCharges: () => ({ body: { items } }),
};

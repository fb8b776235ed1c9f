import { compactDeltas } from '#areas/usage/store/usage-deltas.ts';
import { asSandbox } from './metering-scenario.ts';
import type { Service } from './running-app.ts';

/** Compacts deltas into the sums at once, for tests that read or change the sums. */
export async function compactUsage(service: Service, organization = 'default'): Promise<void> {
  while ((await asSandbox(service, (tx, org) => compactDeltas(tx, org), organization)) === null);
}

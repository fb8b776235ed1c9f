import { compactDeltas } from '#areas/usage/store/usage-deltas.ts';
import { asSandbox } from './metering-scenario.ts';
import type { Service } from './running-app.ts';

/** Puts what few events added into the sums at once, where a test looks at these or changes them. */
export async function compactUsage(service: Service, organization = 'default'): Promise<void> {
  while ((await asSandbox(service, (tx, org) => compactDeltas(tx, org), organization)) === null);
}

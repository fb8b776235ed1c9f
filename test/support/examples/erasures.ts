import { completeErasure, insertErasure } from '#areas/erasure/store/erasures.ts';
import { newId } from '#platform/ids.ts';
import { asSandbox } from '../metering-scenario.ts';
import type { Service } from '../running-app.ts';

/** Two erasures of a deleted contact; returns the id of the second. */
export async function keepErasures(service: Service, organization: string): Promise<string> {
  await keepErasure(service, organization);
  return keepErasure(service, organization);
}

/** With a completed search. */
export function keepErasure(service: Service, organization: string): Promise<string> {
  const now = Temporal.Instant.from('2030-01-01T00:00:00Z');
  return asSandbox(
    service,
    async (tx, org) => {
      const id = newId('erasure', now);
      await insertErasure(tx, {
        ...{ orgId: org.orgId, id, customerId: 'gone', username: 'gone', ids: ['gone'], texts: ['Gone'] },
        ...{ captured: [], accounts: 0, contacts: 1, createdAt: now },
      });
      await completeErasure(tx, org, { id, now });
      return id;
    },
    organization,
  );
}

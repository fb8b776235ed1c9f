import type { ExampleRequest } from '../example-requests.ts';
import type { World } from '../example-world.ts';

function migration(world: World): ExampleRequest {
  const { price_plan_id: plan } = world.ids;
  return {
    prepare: () => publishNext(world),
    body: {
      ...{ sourceId: plan, sourceVersion: 1, targetId: plan, targetVersion: 2 },
      ...{ migrationMode: 'NEXT_CYCLE', retainStartOffsets: true },
      ...{ requireConfirmation: false, isPricePlanV2Migration: true, accountIds: [world.ids.account_id] },
    },
  };
}

export const planMigrationExamples: Record<string, (world: World) => ExampleRequest> = {
  createPricePlanMigration: migration,
  createPricePlanMigrationV2: migration,
  stopJob: (world) => ({
    prepare: async () => {
      const { prepare, body } = migration(world);
      await prepare?.(world);
      world.ids.job_id = (await world.client.must.post('/v2/price_plans/migration', body)).jobId;
    },
  }),
};

/** Publishes a second version of the world's plan, without accounts. */
async function publishNext({ client, ids }: World): Promise<void> {
  const plan = `/v2/price_plans/${ids.price_plan_id}`;
  await client.must.patch(plan, { description: 'The second' });
  await client.must.post(`${plan}/finalize`, {});
}

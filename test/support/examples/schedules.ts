import type { ExampleRequest } from '../example-requests.ts';
import type { World } from '../example-world.ts';
import { pricingRulesBody } from './pricing-rules.ts';

/** Creates a draft of the account's timeline with a new last schedule. */
async function openDraftSchedule({ client, ids }: World): Promise<void> {
  await client.must.post(`/v2/accounts/${ids.account_id}/edit_schedules`, {
    edits: [
      {
        ...{ effectiveFrom: '2030-03-01', effectiveUntil: '9999-01-01' },
        associationConfig: { pricePlanId: ids.price_plan_id },
      },
    ],
  });
  const { data } = await client.must.get(`/v2/accounts/${ids.account_id}/schedules?mode=DRAFT`);
  ids.schedule_id = data.at(-1).id;
}

export const scheduleExamples: Record<string, (world: World) => ExampleRequest> = {
  editScheduleRateCards: (world) => ({
    prepare: openDraftSchedule,
    body: {
      operations: [
        {
          ...{ actionType: 'UPSERT', rateCardName: 'card 2' },
          rateCard: {
            ...{ billableId: world.ids.addon_id, type: 'FIXED_FEE', invoiceTiming: 'IN_ARREARS' },
            ...{ displayName: 'Fee', tag: 'fees' },
            rateCardDetails: {
              fixedFeeRateCard: {
                rateValues: [{ currency: 'USD', rate: 7.5 }],
                enableProration: true,
                recurrenceConfig: { interval: 1, offset: 0 },
              },
            },
          },
        },
      ],
    },
  }),
  listSchedulePricingRules: () => ({ query: 'mode=ACTIVE' }),
  updateSchedulePricingRules: (world) => ({ prepare: openDraftSchedule, body: pricingRulesBody(world) }),
};

import { readCycleConfig } from '#areas/price-plans/index.ts';
import type { TimelineEdit } from './apply-edits.ts';
import { editInvalid } from './problems.ts';
import type { ScheduleEdit } from './schema.ts';

/** Converts edits from the second version of the API. */
export function readEdits(edits: readonly ScheduleEdit[]): TimelineEdit[] {
  return edits.map((edit, index) => {
    const path = `edits[${index}]`;
    const termsPath = `${path}.associationConfig`;
    const { mode = 'ASSOCIATE', effectiveFrom: from, effectiveUntil: until, associationConfig } = edit;
    const days = { mode, from, until, path, termsPath };
    return { ...days, terms: associationConfig ? readTerms(associationConfig, termsPath) : null };
  });
}

function readTerms(config: NonNullable<ScheduleEdit['associationConfig']>, path: string) {
  const { pricePlanId: planId, scheduleId, pricingCycleConfigOverride, retainStartOffsets } = config;
  if ((planId === undefined) === (scheduleId === undefined))
    throw editInvalid({ path, rule: 'must have either pricePlanId or scheduleId' });
  const cycleOverride =
    pricingCycleConfigOverride &&
    readCycleConfig(pricingCycleConfigOverride, `${path}.pricingCycleConfigOverride`);
  return { planId, scheduleId, retainStartOffsets, cycleOverride };
}

import './tables.ts';
import type { Area } from '#platform/http/area.ts';
import { activateUsageMeter } from './operations/activate-usage-meter.ts';
import { archiveUsageMeter } from './operations/archive-usage-meter.ts';
import { createUsageMeter } from './operations/create-usage-meter.ts';
import { deactivateUsageMeter } from './operations/deactivate-usage-meter.ts';
import { getMeterCosts } from './operations/get-meter-costs.ts';
import { getUsageMeter } from './operations/get-usage-meter.ts';
import { listUnitCosts } from './operations/list-unit-costs.ts';
import { listUsageMeters } from './operations/list-usage-meters.ts';
import { replaceMeterCosts } from './operations/replace-meter-costs.ts';
import { updateUsageMeter } from './operations/update-usage-meter.ts';

export const usageMeters: Area = {
  name: 'usage-meters',
  title: 'Usage meters',
  operations: [
    createUsageMeter,
    listUsageMeters,
    getUsageMeter,
    updateUsageMeter,
    archiveUsageMeter,
    activateUsageMeter,
    deactivateUsageMeter,
    listUnitCosts,
    getMeterCosts,
    replaceMeterCosts,
  ],
};

import type { Area } from '#platform/http/area.ts';
import { getOverview } from './operations/get-overview.ts';

export const overview: Area = {
  name: 'overview',
  title: 'Overview',
  resources: {},
  operations: [getOverview],
};

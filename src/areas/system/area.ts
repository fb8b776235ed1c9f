import type { Area } from '#platform/http/area.ts';
import { getSystem } from './operations/get-system.ts';

export const system: Area = {
  name: 'system',
  title: 'System',
  operations: [getSystem],
};

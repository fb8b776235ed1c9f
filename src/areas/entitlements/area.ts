import './tables.ts';
import type { Area } from '#platform/http/area.ts';

export const entitlements: Area = {
  name: 'entitlements',
  operations: [],
};

import './tables.ts';
import type { Area } from '#platform/http/area.ts';

export const credits: Area = { name: 'credits', operations: [] };

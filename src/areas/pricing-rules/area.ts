import './tables.ts';
import type { Area } from '#platform/http/area.ts';

/** Rules are read and written as members of plans and schedules. */
export const pricingRules: Area = { name: 'pricing-rules', title: 'Pricing rules', operations: [] };

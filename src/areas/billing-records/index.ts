export type { NamedValue } from './schema.ts';
export { type BillingRecordRow, findBillingRecord } from './store.ts';

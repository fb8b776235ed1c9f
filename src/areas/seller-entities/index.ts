export type { NamedValue } from './schema.ts';
export { findSellerEntity, type SellerEntityRow } from './store.ts';

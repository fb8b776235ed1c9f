export type { NamedValue } from './schema.ts';
export { findDefaultSellerEntity, findSellerEntity, type SellerEntityRow } from './store.ts';

export { type AddOnRow, findAddOn, listAddOnsById } from './store.ts';

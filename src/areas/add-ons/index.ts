export { type AddOnRow, findAddOn } from './store.ts';

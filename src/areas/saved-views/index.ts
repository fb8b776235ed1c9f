export { eraseSavedViews } from './store.ts';

export { eraseNotes } from './store.ts';

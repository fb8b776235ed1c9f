export { eraseEntries } from './store/chain.ts';

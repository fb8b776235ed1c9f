export { eraseEntries } from './store/chain.ts';
export { endExportFile } from './store/exports.ts';

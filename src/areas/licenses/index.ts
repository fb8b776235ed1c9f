export { applyLicenseUpdate } from './apply-license-update.ts';
export { listLicenseLevels } from './list-levels.ts';
export { listNamedEntries, type NamedEntry } from './list-named-entries.ts';
export { LICENSES_CHANGED } from './plan-changes.ts';
export { applyPreActions, type LicenseGrant, readPreActions } from './pre-actions.ts';
export { LICENSE_PROBLEMS } from './problems.ts';
export { type NamedMark, recordMarks } from './record-marks.ts';
export { PreAction, PreActions } from './schema.ts';
export type { LicenseUpdateRow } from './store/updates.ts';

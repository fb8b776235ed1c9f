export { eraseReports } from './erase-reports.ts';
export { SOURCE_NAMES } from './sources.ts';
export { endReportFile } from './store/erased.ts';

export { keepUpload } from './keep-upload.ts';
export { endImportResult, endImportsOf, eraseImports } from './store/erased.ts';

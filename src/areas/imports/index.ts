export { keepUpload } from './keep-upload.ts';

export { findLinkedFile } from './find-linked-file.ts';
export { keepFile, type NewFile } from './keep-file.ts';
export { linkToFile } from './link-to-file.ts';

export { registerFileLinks } from './file-links.ts';
export { keepFile, type NewFile } from './keep-file.ts';
export { linkToFile } from './link-to-file.ts';

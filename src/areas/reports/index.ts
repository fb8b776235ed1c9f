export { SOURCE_NAMES } from './sources.ts';

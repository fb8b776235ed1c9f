export { everyLine } from './store/lines.ts';

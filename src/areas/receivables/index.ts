export { sumOutstanding } from './store/receivables.ts';

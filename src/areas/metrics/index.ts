export { sumRevenue } from './sum-revenue.ts';

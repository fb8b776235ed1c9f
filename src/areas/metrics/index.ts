export { sumRevenue, sumRevenueUntil } from './sum-revenue.ts';

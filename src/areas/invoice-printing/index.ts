export { dayText, priceText, quantityText } from './pdf/formats.ts';
export { readForStatement, renderStatement, STATEMENT_PROBLEMS } from './statement.ts';

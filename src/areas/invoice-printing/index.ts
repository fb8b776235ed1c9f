export { dayText, priceText, quantityText } from './pdf/formats.ts';

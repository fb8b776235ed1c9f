export { beginPurchase } from './begin-purchase.ts';
export { makePurchase } from './make-purchase.ts';

import './tables.ts';

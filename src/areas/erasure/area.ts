import type { Area } from '#platform/http/area.ts';
import { eraseContact } from './operations/erase-contact.ts';
import { eraseCustomer } from './operations/erase-customer.ts';

/** What is known of persons, taken away: each area erases what is its own. */
export const erasure: Area = { name: 'erasure', operations: [eraseCustomer, eraseContact] };

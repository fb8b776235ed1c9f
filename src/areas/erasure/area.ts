import './tables.ts';
import type { Area } from '#platform/http/area.ts';
import { SWEEP } from './erase-person.ts';
import { eraseContact } from './operations/erase-contact.ts';
import { eraseCustomer } from './operations/erase-customer.ts';
import { getErasure } from './operations/get-erasure.ts';
import { listErasures } from './operations/list-erasures.ts';
import { wipeSandbox } from './operations/wipe-sandbox.ts';
import { sweep } from './sweep.ts';
import { DROP_WIPED_FILES, dropWipedFiles } from './wipe.ts';

/** Erasure of personal data: each area erases its own. */
export const erasure: Area = {
  name: 'erasure',
  title: 'Erasure',
  operations: [eraseCustomer, eraseContact, getErasure, listErasures, wipeSandbox],
  scheduledWork: [
    { kind: DROP_WIPED_FILES, run: dropWipedFiles },
    { kind: SWEEP, run: sweep },
  ],
};

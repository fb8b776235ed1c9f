import { ADVANCE_OFF } from '#areas/settings/index.ts';
import { holdDraftsAfter } from '../store/held-drafts.ts';
import { advanceInPages } from './advance-in-pages.ts';

/**
 * Applies INVOICE_AUTO_ADVANCE=false to drafts of running cycles: they wait for a bill run, like those opened
 * from now on. A user can still let a draft advance later.
 */
export const holdDrafts = advanceInPages(ADVANCE_OFF, {
  from: true,
  apply: ({ tx, org }, page) => holdDraftsAfter(tx, org, page),
});

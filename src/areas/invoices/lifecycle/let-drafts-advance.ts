import { ADVANCE_ON } from '#areas/settings/index.ts';
import { letAdvanceAfter } from '../store/held-drafts.ts';
import { advanceInPages } from './advance-in-pages.ts';
import { planClosing } from './planned-work.ts';

/**
 * Applies the end of INVOICE_AUTO_ADVANCE=false: drafts that waited only because of it are issued
 * automatically at their deadline, or now if that has passed. Drafts that a user or a hook holds keep
 * waiting.
 */
export const letDraftsAdvance = advanceInPages(ADVANCE_ON, {
  from: false,
  async apply(context, page) {
    const drafts = await letAdvanceAfter(context.tx, context.org, page);
    for (const { id: invoiceId, invoiceDate: dueAt } of drafts)
      await planClosing(context, { invoiceId, dueAt });
    return drafts.map(({ id }) => id);
  },
});

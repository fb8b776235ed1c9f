import type { Approval } from '../../api/generated/types.ts';
import { formatCount } from '../../format/money.ts';
import { useMessages } from '../../messages/catalogs.ts';
import { billRunOf, whatOf } from './approval-words.ts';

/** What a request does; the title also says of how many. */
export function useApprovalWords(): (approval: Approval) => { what: string; title: string } {
  const t = useMessages('approvals');
  return (approval) => {
    if (billRunOf(approval) !== null) {
      const what = t.count('billRunOf', approval.effectCount);
      return { what, title: what };
    }
    const { action, more } = whatOf(approval);
    const what = t(`action.${action}`);
    return { what, title: more > 0 ? t('many', { action: what, count: formatCount(more) }) : what };
  };
}

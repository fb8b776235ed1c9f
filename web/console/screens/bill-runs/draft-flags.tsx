import type { DraftFinding, ReviewedDraft } from '../../../api/generated/types.ts';
import { formatMoneyWithCode } from '../../../format/money.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { decisionLook, levelLook, openFindings } from './bill-run-view.ts';

/** What was decided, and what the checks found: `Warning · Unusual amount, Usage gap`. */
export function DraftFlags({ draft }: { draft: ReviewedDraft }) {
  const t = useMessages('billRuns');
  const { level, decision, currency, replacedAmount } = draft;
  const rules = countByRule(openFindings(draft)).map(({ rule, count }) =>
    count === 1 ? t(`rule.${rule}`) : t('ruleTimes', { rule: t(`rule.${rule}`), count }),
  );
  return (
    <span className="inline-flex items-center gap-2">
      {decision && <StatusBadge look={decisionLook.look(decision.decision)} say={t} />}
      {level !== 'NONE' && <StatusBadge look={levelLook.look(level)} say={t} />}
      {rules.length > 0 && (
        <span className="max-w-80 truncate" title={rules.join(', ')}>
          {rules.join(', ')}
        </span>
      )}
      {replacedAmount !== undefined && (
        <span className="text-warn">
          {t('was', { amount: formatMoneyWithCode(replacedAmount, currency) })}
        </span>
      )}
    </span>
  );
}

/** Each rule once, in the order of its first finding, with how often it found something. */
function countByRule(
  findings: readonly Pick<DraftFinding, 'rule'>[],
): { rule: DraftFinding['rule']; count: number }[] {
  const counts = new Map<DraftFinding['rule'], number>();
  for (const { rule } of findings) counts.set(rule, (counts.get(rule) ?? 0) + 1);
  return [...counts].map(([rule, count]) => ({ rule, count }));
}

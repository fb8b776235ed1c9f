import { Link } from '@tanstack/react-router';
import type { SetupChecklist } from '../../../api/generated/types.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Section } from '../../../ui/page.tsx';

/** What the seller lacks before production issues invoices; nothing once all of it is there. */
export function Setup({ checklist }: { checklist: SetupChecklist }) {
  const t = useMessages('organization');
  const { canIssue, isComplete, items } = checklist;
  if (isComplete) return null;
  return (
    <Section title={t('setup')}>
      <Notice kind={canIssue ? 'info' : 'warn'} title={canIssue ? t('setupOpen') : t('setupBlocked')}>
        {canIssue ? t('setupOpenText') : t('setupBlockedText')}
      </Notice>
      <ul className="flex max-w-2xl flex-col">
        {items.map(({ item, isDone, isRequired }) => (
          <li
            key={item}
            className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 border-b border-line py-2"
          >
            <SetupStep item={item} />
            <span className="flex gap-2">
              {isRequired && !isDone && <Badge tone="warn">{t('required')}</Badge>}
              <Badge tone={isDone ? 'good' : 'neutral'} shape={isDone ? 'plain' : 'dashed'}>
                {isDone ? t('done') : t('open')}
              </Badge>
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

type Item = SetupChecklist['items'][number]['item'];

/** Where it is done, unless that is on this page. */
const PLACES: Partial<Record<Item, '/settings/sellers' | '/settings/billing'>> = {
  ...{ TAX_ID: '/settings/sellers', LOGO: '/settings/sellers', NET_TERMS: '/settings/billing' },
};

function SetupStep({ item }: { item: Item }) {
  const t = useMessages('organization');
  const text = t(`item.${item}`);
  const place = PLACES[item];
  return place ? (
    <Link to={place} className="text-accent hover:underline">
      {text}
    </Link>
  ) : (
    <span>{text}</span>
  );
}

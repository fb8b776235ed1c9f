import { Link } from '@tanstack/react-router';
import { explainUncountedEvents } from '../../api/generated/events-and-usage.ts';
import { useMessages } from '../../messages/catalogs.ts';
import { buttonClasses } from '../../ui/button.tsx';
import { Allowed } from '../allowed.tsx';

/** From an account or a customer to its events that were not counted. */
export function WhyNotLink({ search }: { search: { account_id: string } | { customer_id: string } }) {
  const t = useMessages('shell');
  return (
    <Allowed operation={explainUncountedEvents}>
      <Link to="/events/uncounted" search={search} className={buttonClasses()}>
        {t('whyNot')}
      </Link>
    </Allowed>
  );
}

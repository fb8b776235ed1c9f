import { Link } from '@tanstack/react-router';
import { useMessages } from '../messages/catalogs.ts';
import { buttonClasses } from '../ui/button.tsx';
import { Page } from '../ui/page.tsx';

/** For an address that no screen has. */
export function NotFoundPage() {
  const t = useMessages('ui');
  return (
    <Page title={t('noPage.title')}>
      <p className="max-w-[72ch] text-body text-muted">{t('noPage.text')}</p>
      <span>
        <Link to="/" className={buttonClasses('primary')}>
          {t('noPage.home')}
        </Link>
      </span>
    </Page>
  );
}

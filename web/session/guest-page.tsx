import type { ReactNode } from 'react';
import { useMessages } from '../messages/catalogs.ts';
import { place } from './environment.ts';

interface GuestPageProps {
  title: string;
  text?: ReactNode;
  children?: ReactNode;
  /** Whether it leads back to the sign-in page. */
  hasSignIn?: boolean;
}

/** The frame of the pages for people without a session. */
export function GuestPage({ title, text, children, hasSignIn = true }: GuestPageProps) {
  const t = useMessages('session');
  return (
    <main className="mx-auto flex min-h-dvh max-w-sm flex-col justify-center gap-6 p-4">
      <div>
        <p className="font-semibold text-accent">{t('product')}</p>
        <h1 className="mt-1 text-h1 font-semibold">{title}</h1>
        {text && <p className="mt-2 text-body text-muted">{text}</p>}
      </div>
      {children}
      {hasSignIn && (
        <a href={`${place.root}/console/`} className="text-accent hover:underline">
          {t('toSignIn')}
        </a>
      )}
    </main>
  );
}

import type { ReactNode } from 'react';

interface PageProps {
  title: ReactNode;
  /** What it belongs to, above the title. */
  above?: ReactNode;
  /** Badges and facts beside the title. */
  beside?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

/** A screen: its heading, its actions, and its content. */
export function Page({ title, above, beside, actions, children }: PageProps) {
  return (
    <div className="flex min-w-0 flex-col gap-4 p-4 sm:px-6 sm:py-5">
      <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          {above && <div className="text-caption text-muted">{above}</div>}
          <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
            <h1 className="min-w-0 text-h1 font-semibold break-words">{title}</h1>
            {beside}
          </div>
        </div>
        {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </header>
      {children}
    </div>
  );
}

interface SectionProps {
  title: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

/** A part of a screen under a heading, separated by one line. */
export function Section({ title, actions, children }: SectionProps) {
  return (
    <section className="flex min-w-0 flex-col gap-3 border-t border-line pt-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-h2 font-semibold">{title}</h2>
        {actions}
      </div>
      {children}
    </section>
  );
}

interface Fact {
  label: string;
  value: ReactNode;
}

/** Labels above values, as many in a row as fit. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-[repeat(auto-fill,minmax(11rem,1fr))]">
      {facts.map(({ label, value }) => (
        <div key={label} className="min-w-0">
          <dt className="text-caption text-muted">{label}</dt>
          <dd className="mt-0.5 break-words">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

import type { ReactNode } from 'react';

interface Figure {
  label: string;
  value: ReactNode;
  note?: ReactNode;
}

/** The few numbers that a screen is about. */
export function Figures({ figures }: { figures: readonly Figure[] }) {
  return (
    <dl className="grid grid-cols-1 gap-x-6 gap-y-4 sm:grid-cols-2 lg:grid-cols-4">
      {figures.map(({ label, value, note }) => (
        <div key={label} className="min-w-0 border-s-2 border-line-strong ps-3">
          <dt className="text-caption text-muted">{label}</dt>
          <dd className="mt-0.5 text-h1 font-semibold">{value}</dd>
          {note && <dd className="text-caption text-muted">{note}</dd>}
        </div>
      ))}
    </dl>
  );
}

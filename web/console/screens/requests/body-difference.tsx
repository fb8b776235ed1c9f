import { useMessages } from '../../../messages/catalogs.ts';
import { classes } from '../../../ui/classes.ts';
import { type DiffLine, diffLines, jsonLines } from './json-lines.ts';

const LOOKS: Record<DiffLine['kind'], { sign: string; tone: string }> = {
  same: { sign: ' ', tone: 'text-muted' },
  removed: { sign: '−', tone: 'bg-bad-soft' },
  added: { sign: '+', tone: 'bg-good-soft' },
};

interface BodyDifferenceProps {
  /** Of which side. */
  label: string;
  before: string | undefined;
  after: string | undefined;
}

/** Two bodies line by line: by sign, word and colour. */
export function BodyDifference({ label, before = '', after = '' }: BodyDifferenceProps) {
  const t = useMessages('requests');
  const lines = diffLines(jsonLines(before), jsonLines(after));
  if (lines.length === 0) return <p className="text-muted">{t('noBodies')}</p>;
  if (lines.every(({ kind }) => kind === 'same')) return <p className="text-muted">{t('sameBodies')}</p>;
  return (
    <div
      role="region"
      aria-label={label}
      tabIndex={0}
      className="min-w-0 overflow-x-auto rounded-md border border-line bg-sunken py-2 font-mono text-caption"
    >
      <div className="w-max min-w-full">
        {lines.map(({ at, kind, text }) => (
          <div key={at} className={classes('flex gap-2 px-3', LOOKS[kind].tone)}>
            <span aria-hidden className="w-3 shrink-0 select-none">
              {LOOKS[kind].sign}
            </span>
            {kind !== 'same' && <span className="sr-only">{t(`diff.${kind}`)}</span>}
            <span className="whitespace-pre">{text}</span>
          </div>
        ))}
      </div>
    </div>
  );
}

import { useMessages } from '../messages/catalogs.ts';
import { classes } from './classes.ts';
import { Check } from './icons.ts';

interface StepperProps<Id extends string> {
  label: string;
  steps: readonly { id: Id; title: string }[];
  /** The id of the open step: kept in the URL. */
  current: Id;
  /** Back to a step that is done; without it, the steps only show the way. */
  onGo?: ((id: Id) => void) | undefined;
}

/** The way through a task, and how far it has come. */
export function Stepper<Id extends string>({ label, steps, current, onGo }: StepperProps<Id>) {
  const t = useMessages('ui');
  const at = steps.findIndex(({ id }) => id === current);
  return (
    <ol aria-label={label} className="flex flex-wrap gap-x-2 gap-y-1">
      {steps.map(({ id, title }, index) => {
        const isDone = index < at;
        const content = (
          <>
            <span
              aria-hidden
              className={classes(
                'inline-flex size-5 shrink-0 items-center justify-center rounded-full text-caption font-medium',
                index <= at ? 'bg-accent text-accent-ink' : 'border border-control text-muted',
              )}
            >
              {isDone ? <Check className="size-3" /> : index + 1}
            </span>
            {title}
            {isDone && <span className="sr-only">{t('stepDone')}</span>}
          </>
        );
        const look = classes(
          'inline-flex h-8 items-center gap-2 pe-2',
          index === at ? 'font-medium' : 'text-muted',
        );
        return (
          <li key={id} aria-current={index === at ? 'step' : undefined}>
            {isDone && onGo ? (
              <button type="button" onClick={() => onGo(id)} className={classes(look, 'hover:text-ink')}>
                {content}
              </button>
            ) : (
              <span className={look}>{content}</span>
            )}
          </li>
        );
      })}
    </ol>
  );
}

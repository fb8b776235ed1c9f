import { Link } from '@tanstack/react-router';
import { addAccountAliases } from '../../api/generated/accounts-and-aliases.ts';
import { correctEvents, type explainUncountedEvents } from '../../api/generated/events-and-usage.ts';
import type { UncountedEvents } from '../../api/generated/types.ts';
import type { InputOf } from '../../api/operation.ts';
import { useMessages } from '../../messages/catalogs.ts';
import { buttonClasses } from '../../ui/button.tsx';
import { Allowed } from '../allowed.tsx';
import { AliasFix } from './alias-fix.tsx';
import { remedyOf } from './event-reason.ts';

interface UncountedFixProps {
  group: UncountedEvents;
  input: InputOf<typeof explainUncountedEvents>;
}

/** What to do about a reason, with the number of events before it is done. */
export function UncountedFix({ group, input }: UncountedFixProps) {
  const t = useMessages('uncounted');
  const { status, schemaName, accountRef } = group;
  const remedy = remedyOf(status);
  if (!remedy) return null;
  const from = input.from && { from: input.from };
  const until = input.until && { until: input.until };
  const chosen = { schema_name: schemaName, status, ...from, ...until };
  return (
    <div className="flex flex-wrap items-center gap-2">
      <p className="me-1 max-w-[72ch]">{t(remedy.todo)}</p>
      {accountRef !== undefined && (
        <Allowed operation={addAccountAliases}>
          <AliasFix group={{ ...group, accountRef }} />
        </Allowed>
      )}
      {remedy.open && (
        <Link to={remedy.open.path} className={buttonClasses()}>
          {t(remedy.open.label)}
        </Link>
      )}
      {remedy.isReprocessed && (
        <Allowed operation={correctEvents}>
          <Link
            to={'/events/corrections' as '/'}
            search={
              {
                action: 'REDO',
                ...chosen,
                ...(input.account_id && { account_id: input.account_id }),
              } as never
            }
            className={buttonClasses()}
          >
            {t('correct')}
          </Link>
        </Allowed>
      )}
    </div>
  );
}

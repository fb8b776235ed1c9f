import type { ImportConfigurationResponse } from '../../../api/generated/types.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { ConfirmButton } from '../../../parts/confirm-button.tsx';
import { place } from '../../../session/environment.ts';
import { Notice } from '../../../ui/notice.tsx';
import { changeCount } from './configuration-view.ts';
import { DifferenceList } from './difference-list.tsx';

interface ComparisonProps {
  result: ImportConfigurationResponse;
  isPending: boolean;
  error: unknown;
  onApply(close: () => void): void;
}

/** What an import would do, and the question whether it should. */
export function Comparison({ result, isPending, error, onApply }: ComparisonProps) {
  const t = useMessages('configuration');
  const { created, updated, refused, others = [] } = result;
  const changes = changeCount(result);
  const summary = [
    t.count('created', created),
    t.count('updated', updated),
    t.count('refused', refused),
    t.count('kept', others.length),
  ].join(' · ');
  return (
    <section aria-live="polite" className="flex min-w-0 flex-col gap-3">
      {refused > 0 ? (
        <Notice kind="bad" title={t.count('refusedTitle', refused)}>
          {t('refusedText')}
        </Notice>
      ) : changes === 0 ? (
        <Notice kind="good" title={t('same')} />
      ) : (
        <Notice kind="info" title={t.count('differs', changes)}>
          {summary}
        </Notice>
      )}
      {refused === 0 && changes > 0 && (
        <span>
          <ConfirmButton
            kind="primary"
            label={t.count('apply', changes)}
            title={t(`applyTitle.${place.environment}`)}
            isPending={isPending}
            error={error}
            onConfirm={onApply}
          >
            <p>
              {t('applyText', { created: t.count('created', created), updated: t.count('updated', updated) })}
            </p>
            <p>{t('applyVersions')}</p>
          </ConfirmButton>
        </span>
      )}
      <DifferenceList result={result} />
    </section>
  );
}

/** What an import did: all of it, or nothing. */
export function ApplyResult({ result }: { result: ImportConfigurationResponse }) {
  const t = useMessages('configuration');
  const { created, updated, refused, stored } = result;
  return (
    <section aria-live="polite" className="flex min-w-0 flex-col gap-3">
      {stored ? (
        <Notice kind="good" title={t(`applied.${place.environment}`)}>
          {[t.count('created', created), t.count('updated', updated)].join(' · ')}
        </Notice>
      ) : (
        <Notice kind="bad" title={t.count('refusedTitle', refused)}>
          {t('nothingStored')}
        </Notice>
      )}
      <DifferenceList result={result} />
    </section>
  );
}

import type { DraftReview } from '../../../api/generated/types.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { ChoiceFilter, SearchField } from '../../../ui/filters.tsx';
import { countOf, decisionLook, LEVELS } from './bill-run-view.ts';
import type { DraftSearch } from './reviewed-drafts.tsx';

interface DraftFiltersProps {
  review: DraftReview;
  search: DraftSearch;
  onSearch(next: DraftSearch): void;
  canDecide: boolean;
}

export function DraftFilters({ review, search, onSearch, canDecide }: DraftFiltersProps) {
  const t = useMessages('billRuns');
  return (
    <>
      <SearchField value={search._search ?? ''} onChange={(_search) => onSearch({ _search })} />
      <ChoiceFilter
        label={t('level')}
        value={search.level ?? ''}
        onChange={(level) => onSearch({ level })}
        options={LEVELS.map((value) => ({
          value,
          text: t('levelCount', { level: t(`level.${value}`), count: countOf(review, value) }),
        }))}
      />
      {canDecide && (
        <ChoiceFilter
          label={t('decision')}
          value={search.decision ?? ''}
          onChange={(decision) => onSearch({ decision })}
          options={decisionLook.options(t)}
        />
      )}
    </>
  );
}

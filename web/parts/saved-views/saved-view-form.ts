import type { SavedView } from '../../api/generated/types.ts';
import type { Translate } from '../../messages/catalogs.ts';
import type { Form } from '../../ui/use-form.ts';

export type SavedViewFields = {
  name: string;
  isShared: boolean;
  /** Whether to replace its filters by those that are shown. */
  isReplaced: boolean;
};

interface SavedViewChange {
  name: string;
  isShared: boolean;
  isReplaced: boolean;
}

/** Of a new view, or of one that exists. */
export function savedViewForm(
  t: Translate<'viewNameMissing'>,
  view?: Pick<SavedView, 'name' | 'isShared'>,
): Form<SavedViewFields, SavedViewChange> {
  return {
    initial: { name: view?.name ?? '', isShared: view?.isShared ?? false, isReplaced: false },
    check: ({ name }) => (name.trim() === '' ? { name: t('viewNameMissing') } : {}),
    read: ({ name, ...rest }) => ({ name: name.trim(), ...rest }),
  };
}

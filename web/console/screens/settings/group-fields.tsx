import type { OrganizationRole } from '../../../api/generated/types.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { SelectField, TextField } from '../../../ui/field.tsx';
import { RowsField } from '../../../ui/rows-field.tsx';
import type { ProviderFormState } from './connection-fields.tsx';

interface GroupFieldsProps {
  form: ProviderFormState;
  roles: readonly OrganizationRole[];
}

const MOST = 200;

/** Who may sign in, and what they may do then. */
export function GroupFields({ form, roles }: GroupFieldsProps) {
  const t = useMessages('identityProvider');
  const rows = form.rows('groups');
  const options = roles.map(({ id, name }) => ({ value: id, text: name }));
  return (
    <div className="flex max-w-2xl flex-col gap-4">
      <TextField
        label={t('emailDomains')}
        help={t('emailDomainsHelp')}
        autoComplete="off"
        {...form.input('emailDomains')}
      />
      <TextField
        label={t('groupsClaim')}
        help={t('groupsClaimHelp')}
        maxLength={200}
        autoComplete="off"
        {...form.input('groupsClaim')}
      />
      <RowsField
        label={t('groupRoles')}
        help={t('groupRolesHelp')}
        rows={rows}
        newRow={() => ({ group: '', role: 'ANALYST' })}
        addLabel={t('addGroup')}
        nameOf={(index) => t('groupName', { number: index + 1 })}
        max={MOST}
        isOrdered
      >
        {(_, index) => (
          <>
            <TextField
              label={t('group')}
              isLabelHidden={index > 0}
              maxLength={200}
              autoComplete="off"
              {...rows.input(index, 'group')}
            />
            <SelectField
              label={t('role')}
              isLabelHidden={index > 0}
              options={options}
              {...rows.input(index, 'role')}
            />
          </>
        )}
      </RowsField>
      <SelectField
        label={t('fallback')}
        help={t('fallbackHelp')}
        options={[{ value: '', text: t('noAccess') }, ...options]}
        {...form.input('fallback')}
      />
    </div>
  );
}

import { useSuspenseQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import type { User } from '../../../api/generated/types.ts';
import { listRoles, removeUser, updateUser } from '../../../api/generated/users-and-sessions.ts';
import { one } from '../../../api/queries.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Allowed } from '../../../parts/allowed.tsx';
import { BulkConfirm } from '../../../parts/bulk-button.tsx';
import { roleBody } from '../../../parts/role-choice.ts';
import type { FailedRow } from '../../../ui/data-table/data-table.tsx';
import { SelectField } from '../../../ui/field.tsx';

interface MemberActionsProps {
  members: readonly User[];
  onDone(failed: readonly FailedRow<User>[]): void;
}

/** Another role for the selected members, or none. */
export function MemberActions({ members, onDone }: MemberActionsProps) {
  const t = useMessages('team');
  return (
    <>
      <Allowed operation={updateUser}>
        <Suspense>
          <ChangeRole members={members} onDone={onDone} />
        </Suspense>
      </Allowed>
      <BulkConfirm
        label={t('remove')}
        title={t('removeTitle')}
        kind="danger"
        operation={removeUser}
        inputOf={({ id }) => ({ user_id: id })}
        rows={members}
        onDone={onDone}
      >
        <p>{t.count('removeText', members.length)}</p>
        <ul className="list-disc ps-5">
          {members.map(({ id, name, email }) => (
            <li key={id}>
              <bdi>{`${name} (${email})`}</bdi>
            </li>
          ))}
        </ul>
      </BulkConfirm>
    </>
  );
}

function ChangeRole({ members, onDone }: MemberActionsProps) {
  const t = useMessages('team');
  const { data: roles } = useSuspenseQuery(one(listRoles, {}));
  const [role, setRole] = useState('');
  const chosen = roles.data.find(({ id }) => id === role);
  return (
    <BulkConfirm
      label={t('changeRole')}
      title={t('changeRole')}
      operation={updateUser}
      inputOf={({ id }) => ({ user_id: id, body: chosen ? roleBody(chosen) : {} })}
      rows={members}
      onDone={onDone}
      isIncomplete={!chosen}
    >
      <SelectField
        label={t('role')}
        value={role}
        onChange={({ target }) => setRole(target.value)}
        options={[
          { value: '', text: t('choose') },
          ...roles.data.map(({ id, name }) => ({ value: id, text: name })),
        ]}
      />
    </BulkConfirm>
  );
}

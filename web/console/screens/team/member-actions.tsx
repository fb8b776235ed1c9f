import { useSuspenseQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import type { User } from '../../../api/generated/types.ts';
import { listRoles, removeUser, updateUser } from '../../../api/generated/users-and-sessions.ts';
import { one } from '../../../api/queries.ts';
import { useWrite } from '../../../api/writes.ts';
import { formatCount } from '../../../format/money.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Allowed } from '../../../parts/allowed.tsx';
import { ConfirmButton } from '../../../parts/confirm-button.tsx';
import { SelectField } from '../../../ui/field.tsx';
import { roleBody } from './role-choice.ts';

interface MemberActionsProps {
  members: readonly User[];
  onDone(): void;
}

/** One after the other, until the first that the service rejects. */
export function MemberActions({ members, onDone }: MemberActionsProps) {
  const t = useMessages('team');
  const remove = useWrite(removeUser);
  const removeAll = async (close: () => void) => {
    for (const { id } of members) await remove.mutateAsync({ user_id: id });
    close();
    onDone();
  };
  return (
    <Allowed operation={removeUser}>
      <Suspense>
        <ChangeRole members={members} onDone={onDone} />
      </Suspense>
      <ConfirmButton
        label={t('remove')}
        title={t('removeTitle')}
        kind="danger"
        isPending={remove.isPending}
        error={remove.error}
        onConfirm={(close) => void removeAll(close).catch(() => undefined)}
      >
        <p>{t.count('removeText', members.length, formatCount(members.length))}</p>
        <ul className="list-disc ps-5">
          {members.map(({ id, name, email }) => (
            <li key={id}>
              <bdi>{`${name} (${email})`}</bdi>
            </li>
          ))}
        </ul>
      </ConfirmButton>
    </Allowed>
  );
}

function ChangeRole({ members, onDone }: MemberActionsProps) {
  const t = useMessages('team');
  const { data: roles } = useSuspenseQuery(one(listRoles, {}));
  const [role, setRole] = useState('');
  const { mutateAsync, isPending, error } = useWrite(updateUser);
  const chosen = roles.data.find(({ id }) => id === role);
  const changeAll = async (close: () => void) => {
    if (!chosen) return;
    for (const { id } of members) await mutateAsync({ user_id: id, body: roleBody(chosen) });
    close();
    onDone();
  };
  return (
    <ConfirmButton
      label={t('changeRole')}
      title={t('changeRole')}
      isPending={isPending || !chosen}
      error={error}
      onConfirm={(close) => void changeAll(close).catch(() => undefined)}
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
    </ConfirmButton>
  );
}

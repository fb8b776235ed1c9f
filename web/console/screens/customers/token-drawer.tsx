import { listPortalTokens, revokePortalToken } from '../../../api/generated/portal.ts';
import type { Contact, PortalToken } from '../../../api/generated/types.ts';
import { useWrite } from '../../../api/writes.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Allowed } from '../../../parts/allowed.tsx';
import { ConfirmButton } from '../../../parts/confirm-button.tsx';
import { List } from '../../../parts/list-page.tsx';
import { type Column, identifier, moment, status } from '../../../ui/data-table/columns.tsx';
import { Drawer } from '../../../ui/drawer.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { looksOf } from '../../../ui/look.ts';

interface TokenDrawerProps {
  customerId: string;
  contact: Contact;
  onClose(): void;
}

type State = 'VALID' | 'EXPIRED' | 'REVOKED';
const tokenState = looksOf<State, 'token'>(
  { VALID: { tone: 'good' }, EXPIRED: { tone: 'neutral' }, REVOKED: { tone: 'bad', shape: 'struck' } },
  'token',
);

/** Tokens expire by the clock of the machine, also in a sandbox whose clock was moved. */
function stateOf({ revokedAt, expiresAt }: PortalToken): State {
  if (revokedAt) return 'REVOKED';
  return expiresAt <= new Date().toISOString() ? 'EXPIRED' : 'VALID';
}

const columns: readonly Column<PortalToken>[] = [
  identifier('token', ({ jti }) => jti, { place: 'title' }),
  status('state', (token) => tokenState.look(stateOf(token))),
  moment('issuedAt', ({ issuedAt }) => issuedAt),
  moment('expiresAt', ({ expiresAt }) => expiresAt),
  {
    id: 'actions',
    cell: (token) => stateOf(token) === 'VALID' && <RevokeToken jti={token.jti} />,
    text: () => '',
    place: 'amount',
  },
];

/** The tokens with which a contact has entered the portal lately. */
export function TokenDrawer({ customerId, contact, onClose }: TokenDrawerProps) {
  const t = useMessages('customers');
  return (
    <Drawer
      title={t('tokensTitle', { name: contact.name })}
      isOpen
      onOpenChange={(isOpen) => isOpen || onClose()}
    >
      <p className="mb-3 text-muted">{t('tokensText')}</p>
      <List
        name={t('tokens')}
        operation={listPortalTokens}
        input={{ customer_id: customerId, contact: contact.username }}
        columns={columns}
        idOf={({ jti }) => jti}
        say={t as (key: string) => string}
        empty={<EmptyState text={t('noTokens')} />}
      />
    </Drawer>
  );
}

function RevokeToken({ jti }: { jti: string }) {
  const t = useMessages('customers');
  const { mutate, isPending, error } = useWrite(revokePortalToken);
  return (
    <Allowed operation={revokePortalToken}>
      <ConfirmButton
        kind="quiet"
        label={t('revoke')}
        title={t('revokeTitle')}
        isPending={isPending}
        error={error}
        onConfirm={(close) => mutate({ jti }, { onSuccess: close })}
      >
        <p>{t('revokeText')}</p>
      </ConfirmButton>
    </Allowed>
  );
}

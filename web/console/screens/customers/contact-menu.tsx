import { eraseContact } from '../../../api/generated/erasure.ts';
import { inviteContact, listPortalTokens } from '../../../api/generated/portal.ts';
import type { Contact } from '../../../api/generated/types.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { isAllowed, useSession } from '../../../session/session.tsx';
import { Button } from '../../../ui/button.tsx';
import { ChevronDown } from '../../../ui/icons.ts';
import { Menu, MenuItem } from '../../../ui/menu.tsx';
import type { ContactAct } from './contact-acts.tsx';

interface ContactMenuProps {
  contact: Contact;
  /** Contacts of an archived customer can only be erased. */
  canEdit: boolean;
  onAct(act: ContactAct): void;
}

type Kind = Exclude<ContactAct['kind'], 'add'>;

/** What can be done with a contact. */
export function ContactMenu({ contact, canEdit, onAct }: ContactMenuProps) {
  const t = useMessages('customers');
  const session = useSession();
  const kinds: readonly (Kind | false)[] = [
    canEdit && 'edit',
    canEdit && contact.loginAccess && isAllowed(session, inviteContact) && 'invite',
    isAllowed(session, listPortalTokens) && 'tokens',
    canEdit && 'remove',
    isAllowed(session, eraseContact) && 'erase',
  ];
  const offered = kinds.filter((kind) => kind !== false);
  if (offered.length === 0) return null;
  return (
    <Menu
      trigger={
        <Button kind="quiet" aria-label={t('changeContact', { name: contact.name })}>
          {t('actions')}
          <ChevronDown aria-hidden className="size-4" />
        </Button>
      }
    >
      {offered.map((kind) => (
        <MenuItem key={kind} onSelect={() => onAct({ kind, contact })}>
          {t(`act.${kind}`)}
        </MenuItem>
      ))}
    </Menu>
  );
}

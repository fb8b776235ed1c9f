import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { chooseLanguage, language } from '../../format/locale.ts';
import { useMessages } from '../../messages/catalogs.ts';
import { signOut, switchTo } from '../../session/load-session.ts';
import { useSession } from '../../session/session.tsx';
import { currentTheme, switchTheme } from '../../theme/theme.ts';
import { IconButton } from '../../ui/button.tsx';
import { Building2, Keyboard, Languages, LogOut, Moon, Sun, UserRound } from '../../ui/icons.ts';
import { Menu, MenuItem, MenuLabel, MenuLine } from '../../ui/menu.tsx';

export function UserMenu({ onShortcuts }: { onShortcuts(): void }) {
  const t = useMessages('shell');
  const { user, roleName, organization, memberships } = useSession();
  const others = memberships.filter(({ organizationId }) => organizationId !== organization.id);
  const [theme, setTheme] = useState(currentTheme);
  const navigate = useNavigate();
  const isDark = theme === 'dark';
  return (
    <Menu trigger={<IconButton icon={UserRound} label={t('user', { name: user.name })} />}>
      <MenuLabel>
        <bdi className="block font-medium text-ink">{user.name}</bdi>
        <bdi className="block">{user.email}</bdi>
        <span className="block">{roleName}</span>
      </MenuLabel>
      <MenuLine />
      <MenuItem icon={UserRound} onSelect={() => void navigate({ to: '/profile' })}>
        {t('profile')}
      </MenuItem>
      <MenuItem icon={isDark ? Sun : Moon} onSelect={() => setTheme(switchTheme())}>
        {isDark ? t('light') : t('dark')}
      </MenuItem>
      <MenuItem icon={Languages} onSelect={() => chooseLanguage(language === 'de' ? 'en' : 'de')}>
        {t('otherLanguage')}
      </MenuItem>
      <MenuItem icon={Keyboard} onSelect={onShortcuts}>
        {t('shortcuts')}
      </MenuItem>
      {others.map(({ organizationId, organizationName }) => (
        <MenuItem key={organizationId} icon={Building2} onSelect={() => void switchTo(organizationId)}>
          <bdi>{t('switchTo', { organization: organizationName })}</bdi>
        </MenuItem>
      ))}
      <MenuLine />
      <MenuItem icon={LogOut} onSelect={() => void signOut()}>
        {t('signOut')}
      </MenuItem>
    </Menu>
  );
}

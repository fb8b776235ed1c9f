import { useMessages } from '../../messages/catalogs.ts';
import { consoleUrl, type Environment, place } from '../../session/environment.ts';
import { classes } from '../../ui/classes.ts';
import { ChevronDown } from '../../ui/icons.ts';
import { Menu, MenuItem } from '../../ui/menu.tsx';

const LOOK: Record<Environment, string> = {
  production: 'border-bad text-bad',
  sandbox: 'border-warn bg-warn-soft text-warn',
};

/** Says at a glance whether money is real, and leads to the other environment. */
export function EnvironmentMenu() {
  const t = useMessages('shell');
  const { environment } = place;
  const other = environment === 'production' ? 'sandbox' : 'production';
  return (
    <Menu
      align="start"
      trigger={
        <button
          type="button"
          className={classes(
            'inline-flex h-7 shrink-0 items-center gap-1 rounded-full border px-2.5 text-caption font-medium',
            LOOK[environment],
          )}
        >
          {t(environment)}
          <ChevronDown aria-hidden className="size-3.5" />
        </button>
      }
    >
      <MenuItem onSelect={() => location.assign(consoleUrl(other))}>{t(`open.${other}`)}</MenuItem>
    </Menu>
  );
}

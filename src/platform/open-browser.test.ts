import { expect, it } from 'vitest';
import { canOpenBrowser } from './open-browser.ts';

it.each<[string, NodeJS.Platform, Record<string, string>, boolean]>([
  ['a desktop', 'linux', { DISPLAY: ':0' }, true],
  ['a desktop without X', 'linux', { WAYLAND_DISPLAY: 'wayland-0' }, true],
  ['Linux below Windows', 'linux', { WSL_DISTRO_NAME: 'Debian' }, true],
  ['a machine without a screen', 'linux', {}, false],
  ['a login from elsewhere', 'linux', { SSH_CONNECTION: '10.0.0.1 22', DISPLAY: '' }, false],
  ['a login that forwards the screen', 'linux', { SSH_CONNECTION: '10.0.0.1 22', DISPLAY: ':10' }, true],
  ['an editor that forwards pages', 'linux', { SSH_CONNECTION: '10.0.0.1 22', BROWSER: '/opt/open' }, true],
  ['a build server', 'linux', { CI: 'true', DISPLAY: ':99' }, false],
  ['a setting that says it is none', 'linux', { CI: 'false', DISPLAY: ':0' }, true],
  ['a Mac', 'darwin', {}, true],
  ['a Mac from elsewhere', 'darwin', { SSH_TTY: '/dev/ttys001' }, false],
  ['a system that the service does not know', 'freebsd', { DISPLAY: ':0' }, false],
])('%s', (_, platform, env, opens) => {
  expect(canOpenBrowser(env, platform)).toBe(opens);
});

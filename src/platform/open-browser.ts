/** The settings of the surroundings in which a page would appear. */
type Surroundings = Readonly<Record<string, string | undefined>>;

const SCREENS = ['BROWSER', 'DISPLAY', 'WAYLAND_DISPLAY', 'WSL_DISTRO_NAME'];
const LOGINS_FROM_ELSEWHERE = ['SSH_CONNECTION', 'SSH_TTY'];
/** What desktops, shells and build servers set: no settings of the service. */
export const SURROUNDINGS: readonly string[] = ['CI', ...SCREENS, ...LOGINS_FROM_ELSEWHERE];

/**
 * Whether a page would appear before the person who reads the terminal: not on a build server, and not on
 * the screen of another machine. Linux needs a screen, or a program in BROWSER, as editors set it that
 * forward pages; without either, a browser for text would take the terminal.
 */
export function canOpenBrowser(env: Surroundings, platform: NodeJS.Platform = process.platform): boolean {
  if (isSet(env, 'CI')) return false;
  if (platform === 'linux') return SCREENS.some((name) => isSet(env, name));
  return platform === 'darwin' && !LOGINS_FROM_ELSEWHERE.some((name) => isSet(env, name));
}

function isSet(env: Surroundings, name: string): boolean {
  return !['', 'false', '0', undefined].includes(env[name]);
}

/** Opens a page, without waiting for it. What fails is no fault: its address is on the terminal. */
export async function openBrowser(url: string): Promise<void> {
  try {
    const { default: open } = await import('open');
    const browser = await open(url);
    browser.on('error', () => undefined);
  } catch {
    // There is no browser.
  }
}

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findViolations, readLayoutShift, readOverflow, useBrowser } from '#test/browser.ts';
import { listenOnce } from '#test/open-stream.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
const browser = useBrowser();

describe('the front page', () => {
  it.each([
    [1280, 'light'],
    [1280, 'dark'],
    [360, 'light'],
    [360, 'dark'],
  ] as const)('has no fault at %s px in %s', async (width, theme) => {
    const url = `http://127.0.0.1:${await listenOnce(service.app.server)}/`;
    const { page, errors, foreignRequests, close } = await browser.open(url, { width, theme });
    expect(await page.title()).toContain('Tallymark');
    expect(await findViolations(page)).toEqual([]);
    expect({ errors, foreignRequests }).toEqual({ errors: [], foreignRequests: [] });
    expect(await readOverflow(page)).toBe(0);
    expect(await readLayoutShift(page)).toBeLessThanOrEqual(0.02);
    await close();
  });
});

describe('a page with every fault', () => {
  const FAULTY = `<!doctype html><html><title>faulty</title>
    <img src="http://127.0.0.2:9/pixel.png"><p style="color:#999;background:#fff">faint</p>
    <div style="width:2000px">wide</div>
    <script>
      const shift = () => document.body.prepend(Object.assign(document.createElement('div'),
        { style: 'height: 400px', textContent: 'late' }));
      // After the first paint, however busy the machine is.
      requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(shift, 100)));
      console.error('logged'); throw new Error('thrown');
    </script>`;
  const server = createServer((_, response) => response.setHeader('content-type', 'text/html').end(FAULTY));
  beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
  afterAll(() => server.close());

  it('is seen to have them', async () => {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const { page, errors, foreignRequests, close } = await browser.open(url, { width: 360, until: 'load' });
    await page.getByText('late').waitFor();
    const rules = (await findViolations(page)).map((line) => line.split(' ')[0]);
    expect(rules).toEqual(expect.arrayContaining(['image-alt', 'html-has-lang', 'color-contrast']));
    expect(errors.join('\n')).toMatch(/logged.*thrown/s);
    expect(foreignRequests).toEqual(['http://127.0.0.2:9/pixel.png']);
    expect(await readOverflow(page)).toBeGreaterThan(1000);
    await expect.poll(() => readLayoutShift(page)).toBeGreaterThan(0.02);
    await close();
  });
});

import { join } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';

const here = import.meta.dirname;
/** Cached by browsers through most upgrades of the console. */
const KIT = ['react', 'react-dom', 'scheduler', '@tanstack/(?:react-router|router-core|history)'].concat(
  '@tanstack/(?:react-query|query-core|react-store|store)',
);

export default defineConfig({
  root: join(here, 'console'),
  base: './',
  publicDir: join(here, 'public'),
  plugins: [tailwindcss()],
  build: {
    emptyOutDir: true,
    // Read by the test of sizes; not served.
    manifest: true,
    target: 'es2024',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      // Directives for server components, which this bundle has none of.
      onLog: (level, log, report) => {
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') report(level, log);
      },
      output: {
        codeSplitting: {
          groups: [
            { name: 'kit', priority: 2, test: new RegExp(`node_modules/(?:${KIT.join('|')})/`) },
            // What most screens need is one file: many small ones compress worse, and the first file would
            // have to name each of them for each screen.
            { name: 'common', priority: 1, minShareCount: 40 },
          ],
        },
      },
    },
  },
});

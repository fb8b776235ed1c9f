import { join } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';

const here = import.meta.dirname;
const KIT = /node_modules\/(react|react-dom|scheduler|@tanstack\/(?!react-table|table-core|react-virtual|virtual-core)[^/]+)\//;

export default defineConfig({
  root: join(here, 'console'),
  base: './',
  publicDir: join(here, 'public'),
  plugins: [tailwindcss()],
  build: {
    emptyOutDir: true,
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
        // Browsers keep these through most upgrades of the console.
        codeSplitting: { groups: [{ name: 'kit', test: KIT }] },
      },
    },
  },
});

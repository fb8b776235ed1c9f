// Builds the pages on which tests use the kit by itself:  node web/gallery/build.ts FOLDER
import { join } from 'node:path';
import { build } from 'vite';

// Whoever builds may run tests: React would be the slower one of developers.
process.env.NODE_ENV = 'production';

const [outDir = join(import.meta.dirname, '../dist/gallery')] = process.argv.slice(2);

await build({
  configFile: join(import.meta.dirname, '../vite.config.ts'),
  root: import.meta.dirname,
  publicDir: false,
  logLevel: 'warn',
  build: { outDir, manifest: false },
});

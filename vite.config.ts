import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const apiTarget = process.env['API_TARGET'];

export default defineConfig({
  root: fileURLToPath(new URL('web', import.meta.url)),
  plugins: [react()],
  build: {
    outDir: fileURLToPath(new URL('dist/web', import.meta.url)),
    emptyOutDir: true,
    // The policy of the pages in production allows no data: script, and fonts are not shipped at all.
    assetsInlineLimit: 0,
  },
  server: { proxy: apiTarget ? { '/api': apiTarget } : undefined },
});

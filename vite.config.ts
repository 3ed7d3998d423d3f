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
    // pdf.js and its worker are loaded with the first PDF that is shown.
    chunkSizeWarningLimit: 1300,
    // The policy of the pages in production allows no data: script, and fonts are not shipped at all.
    assetsInlineLimit: 0,
    // A browser that can't fetch modules ahead fetches them when they are wanted: no reason to carry code for it to all.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // A new version of Godown leaves the libraries in the browser's cache. Zod is told beside it to do without eval:
            // other chunks create schemas as soon as they are loaded.
            { name: 'libraries', test: /node_modules|core\/api\/withoutEval\.ts$/, tags: ['$initial'] },
            // A list of a master with everything that it imports: most screens need most of it.
            { name: 'lists', test: /web\/core\/records\/masters\/MasterPage\.tsx$/ },
          ],
        },
      },
    },
  },
  server: { proxy: apiTarget ? { '/api': apiTarget } : undefined },
});

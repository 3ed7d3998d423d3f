import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';

const apiTarget = process.env['API_TARGET'];

/** Every schema of zod could describe itself as a JSON schema. The screens never ask, and it is a sixth of zod. */
function withoutJsonSchema(): Plugin {
  return {
    name: 'without-json-schema',
    apply: 'build',
    transform: {
      filter: { id: /zod\/v4\/core\/(json-schema-processors|to-json-schema)\.js$/ },
      handler(code) {
        const names = Array.from(code.matchAll(/^export (?:const|function) (\w+)/gm), ([, name]) => `none as ${name}`);
        return { code: `const none = () => ({}); export { ${names.join(', ')}, none as process };`, map: null };
      },
    },
  };
}

/** Vite takes a style sheet that failed to load for loaded: the screen or part would come without it once the network is back. */
function withStylesAgain(): Plugin {
  return {
    name: 'with-styles-again',
    apply: 'build',
    transform: {
      filter: { id: /preload-helper/ },
      handler(code) {
        const forgetting = code
          .replace(/seen\[href\] = void 0;(?=\s*throw)/, 'delete seen[href];')
          .replace('e.type === "error")', 'e.type === "error" && (link.remove(), true))');
        if (!/delete seen.*link\.remove/s.test(forgetting)) throw new Error('The preload helper of Vite has changed.');
        return { code: forgetting, map: null };
      },
    },
  };
}

export default defineConfig({
  root: fileURLToPath(new URL('web', import.meta.url)),
  plugins: [react(), withoutJsonSchema(), withStylesAgain()],
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
        // The first script names a hundred others, and of a name only the hash can't be packed: 32 bits are enough.
        hashCharacters: 'hex',
        // What every screen needs (many queries at once are for recipes alone), in one piece: it packs better, and a new version of Godown leaves it in the browser's cache.
        codeSplitting: {
          groups: [
            {
              name: 'base',
              test: /node_modules\/(react|react-dom|scheduler|@tanstack\/(?!react-virtual|virtual-core)[^/]+|use-sync-external-store|zod)\/(?!.*(useQueries|queriesObserver)\.js)|withoutEval|core\/utils\/noop|Checkbox\/CheckIcon\.|use-(uncontrolled|debounced-value)\//,
            },
            // What most screens share: else it would be forty small files, each waiting for its turn. The sign-in needs
            // the first three of them, a list the first two and `lists`, a form all.
            {
              name: 'calls',
              test: /preload-helper|contract\/(kinds|core\/accounts\/userLabels)\.|web\/(core\/(api\/(?!sharedSession|keptForms)|ui\/(toast|lazyWithPreload|afterPointer|dialogs\/Popup\.tsx)|form\/useIsSending|list\/(pages|listSearch))|stock\/links\/DocumentLink)/,
            },
            {
              name: 'parts',
              test: /@mantine\/(?!form)|clsx|contract\/(?!\w+\/(transactionCertificates|lots|certificates|covers|reports|claims|gtin|betweenFields|conflicts|keptForms))/,
              minShareCount: 21,
            },
            { name: 'forms', test: /@mantine\/form|klona|fast-deep-equal/ },
            {
              name: 'lists',
              test: /@tabler|web\/core\/(ui\/(?!Quantity)|filters\/(?!RecordFilter)|(list|lookup|sheets)\/|form\/(conflicts\/compared|useOpenedForm|useKeeping)|api\/keptForms)/,
              minShareCount: 19,
            },
            // What most lists share, if not most screens.
            {
              name: 'rows',
              test: /web\/(core\/(form\/(rowMenu|useDeletion)|records\/(history\/useHistory|failureAlert|ActiveStatus|timestampColumns)|list\/(ListExport|ListHeader)|sheets\/ImportLink|filters\/ListFilters|ui\/(AddButton|Timestamp|table\/oneLine))|stock\/links\/(SupplierLink|ItemLink|LotLink))/,
            },
            {
              name: 'shell',
              test: /web\/(office\/shell\/(Shell|Sidebar|Person|menu)|core\/(layout\/(ScreenFailed|typedAhead)|lookup\/createInPlace))|Icon(ChevronRight|BuildingFactory2|AlertTriangle)\./,
            },
            {
              name: 'records',
              test: /web\/core\/form\/(?!fields\/(PasswordField|DateField|numberOf))|contract\/core\/(conflicts|keptForms)/,
              minShareCount: 19,
            },
            // What the lists of documents and lots share.
            {
              name: 'documents',
              test: /contract\/(stock\/(claims|covers|warnings)|core\/betweenFields)\.|web\/(core\/(form\/(useReadToEdit|lines|files\/(readAttachment|useFileViewer)|useBeginsWith|fields\/(DateField|numberOf))|list\/ListSums|lookup\/lookup|filters\/(FilterBar|FilterDay)|ui\/(Quantity|BeginLink))|stock\/(parts\/(balance|changeText|materialChoice|LotStatePill|InwardStatusPill)|links\/DocumentCell|labels\/LabelsButton))\.|IconQrcode/,
            },
            { name: 'names', test: /contract\/(stock\/(labels|gtin)|core\/(history|find))\./ },
            // What every screen fetches when it is idle: in one piece, since for each file of its own the page would be
            // styled again, which takes more of the processor than what is in it.
            {
              name: 'idle',
              test: /web\/(core\/(ui\/(dialogs\/(ConfirmFrame|PopupFrame)|table\/(RowMenuItems|RowCheck)|Tip)|lookup\/LookupInput|list\/(views\/SavedViews|columns\/ColumnTools)|form\/(conflicts\/ConflictTable|fields\/SelectInput)|layout\/(keepFocus|listenForScanner))|office\/(create\/CreatePanel|shell\/(CommandMenu|listenForShortcuts|shortcuts)))\./,
            },
          ],
        },
      },
    },
  },
  server: { proxy: apiTarget ? { '/api': apiTarget } : undefined },
});

import { importEndpoints, importRuns, type ImportBody } from '#contract/office/imports.ts';
import { importLimits, importTexts } from '#contract/stock/importing.ts';
import { readCellQuantity } from '#contract/core/values/cellNumbers.ts';
import { unitKey } from '#contract/stock/items/units.ts';
import { importedResource } from '#contract/kinds.ts';
import { takeTurn } from '../../core/db/locking.ts';
import { readSnapshot } from '../../core/db/snapshot.ts';
import { invalid, notFound } from '../../core/http/errors.ts';
import { repeatableOf } from '../../core/http/input.ts';
import { sendJson, toJson, type RequestContext, type Routes } from '../../core/http/routes.ts';
import type { Importer } from '../../stock/documents/importing.ts';
import { checkImport, saveImport, undoImport } from './actions.ts';
import { findImportFile, newestImports } from './queries.ts';
import { readSheet } from './sheet.ts';

/** True if the client has disconnected: a cancelled import is rolled back. */
function isGone({ reply }: RequestContext): boolean {
  return reply.raw.destroyed;
}

/** The choices of a body; the size of a package is a quantity with its unit. */
function optionsOf({ onExisting, fileName, answers }: ImportBody) {
  const unitSizes = new Map<string, { value: number; unit: string }>();
  for (const [unit, size] of Object.entries(answers.unitSize ?? {})) {
    const read = readCellQuantity(size);
    if (read?.unit === undefined || read.value <= 0) throw invalid({ answers: [importTexts.sizeInvalid(unit)] });
    unitSizes.set(unitKey(unit), { value: read.value, unit: read.unit });
  }
  const { pricePer = {}, repeated = {}, changedSince = {}, forAll = {} } = answers;
  return {
    onExisting,
    fileName,
    unitSizes,
    pricePer,
    repeated,
    changedSince,
    answeredForAll: new Set(Object.keys(forAll)),
  };
}

/** The turn that imports and their undoing take. */
const IMPORTS = 'imports';

/** Registers the imports of all importers. */
export function registerImports(routes: Routes, importers: readonly Importer[]): void {
  const { services } = routes;
  const { db, engine } = services.store;
  const importerOf = (resource: string): Importer => {
    const importer = importers.find(({ kind }) => importedResource(kind) === resource);
    if (!importer) throw new Error(`an import made ${resource}, which nothing imports`);
    return importer;
  };

  for (const { kind, endpoint } of importRuns) {
    const importer = importers.find((each) => each.kind === kind);
    if (!importer) throw new Error(`nothing imports ${kind}`);
    const run = async (body: ImportBody, context: RequestContext) => {
      const sheet = await readSheet(kind, body);
      const options = { ...optionsOf(body), today: services.today() };
      if (body.mode === 'check') {
        const plan = await readSnapshot(db, async (snapshot) => await importer.load(snapshot, sheet.rows, options));
        const { answer } = await checkImport(sheet, plan, body.onExisting);
        await routes.checkAgain(context);
        return sendJson(context.reply, 200, toJson(endpoint, answer));
      }
      const repeatable = repeatableOf(context.request, `user ${context.user?.userId}`);
      const { status, text } = await routes.perform(context, repeatable, async (write) => {
        // One import at a time: of two with the same new records, the second finds those of the first.
        await takeTurn(write.trx, engine, IMPORTS);
        const plan = await importer.load(write.trx, sheet.rows, options);
        const checked = await checkImport(sheet, plan, body.onExisting);
        const saved = await saveImport(write, checked, { importer, body, isCancelled: () => isGone(context) });
        return { status: 200, text: toJson(endpoint, saved) };
      });
      return sendJson(context.reply, status, text);
    };
    routes.raw(endpoint, async ({ body }, context) => await run(body, context), {
      bodyLimit: importLimits.bodyBytes,
      maxValues: importLimits.values,
    });
  }
  routes.read(importEndpoints.list, async () => await newestImports(db));
  routes.raw(importEndpoints.file, async ({ params }, { reply }) => {
    const file = await findImportFile(db, params.id);
    if (!file) throw notFound(importTexts.notFound);
    // The mark makes spreadsheets read the file as UTF-8.
    return reply
      .header('content-disposition', `attachment; filename="import-${params.id}.csv"`)
      .type('text/csv; charset=utf-8')
      .send(`\uFEFF${file.content}`);
  });
  routes.write(importEndpoints.undo, async ({ params }, write) => {
    await takeTurn(write.trx, engine, IMPORTS);
    return await undoImport(write, params.id, { today: services.today(), importerOf, isCancelled: () => false });
  });
}

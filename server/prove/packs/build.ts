/** Makes the files of a pack from one snapshot, a few at a time, so that no more than a file is in memory. */
import { createPrivateKey, createPublicKey } from 'node:crypto';
import { eventsSentence } from '#contract/prove/packs.ts';
import { packSentences } from '#contract/prove/packSentences.ts';
import { companyLines } from '#contract/masters/company.ts';
import { formatDate, formatQuantity } from '#contract/core/values/format.ts';
import { localTimestamp } from '../../core/calendar.ts';
import type { Trx } from '../../core/db/tables.ts';
import { findCompany } from '../../masters/company.ts';
import { findLotNames } from '../../stock/ledger/lots.ts';
import { EpcisNames } from './events/epcis.ts';
import { findEventFacts } from './events/eventFacts.ts';
import { readEvents } from './events/events.ts';
import { EventWriter } from './events/eventWriter.ts';
import { indexPage, type IndexEntry } from './indexPage.ts';
import { fingerprintOf, PackFile } from './file/packFile.ts';
import type { BuiltPack, PackOrder } from './packTask.ts';
import { buildPdf } from './pdf.ts';
import { boundedRemarks, remarksOn } from './remarks.ts';
import { findScope, type PackRequest } from './scope.ts';
import { PartNames, type Making } from './making.ts';
import type { Block, Features, Section, Source } from './sections/section.ts';
import { sections } from './sections/all.ts';
import { sortableColumns, sortableRows } from './events/sortable.ts';
import { SheetWriter } from './sheetWriter.ts';

/** Longer tables are divided into files: these are held in memory. */
const PDF_ROWS = 1500;

interface PackOutput {
  emit(bytes: Buffer): Promise<void>;
  /** Called before each step, and during it. */
  progress(step: string, done: number, total: number): void;
}

/** The sections, the events, and the end of the pack. */
const PACK_STEPS = sections.length + 2;

async function addStored({ source, file }: Making, files: Block['files'] = []): Promise<void> {
  for (const { name, billId } of files) {
    const { bytes } = await source.trx
      .selectFrom('bill')
      .select('bytes')
      .where('id', '=', billId)
      .executeTakeFirstOrThrow();
    await file.add(name, bytes);
  }
}

async function addSection(making: Making, section: Section, onRows: (rows: number) => void): Promise<IndexEntry> {
  const { source, file, names, order, subject, remarks } = making;
  const { name, title, about, columns } = section;
  const sheet = new SheetWriter(making, section);
  const pdfs: string[] = [];
  let [blocks, rows, printed, all]: [Block[], number, number, number] = [[], 0, 0, 0];
  const flush = async () => {
    const part = names.next(name, 'pdf');
    const { pdf, unprintable } = await buildPdf({ title, about, subject, madeAt: order.madeAt, columns, blocks });
    await file.add(part, pdf);
    pdfs.push(part);
    remarks.push(...remarksOn(section, blocks, unprintable, (row) => sheet.placeOf(printed + row)));
    [blocks, rows, printed] = [[], 0, printed + rows];
  };
  const reading = section.blocks(source);
  let next = await reading.next();
  for (; !next.done; next = await reading.next()) {
    const { files, ...block } = next.value;
    await sheet.add(block.rows);
    all += block.rows.length;
    onRows(all);
    await addStored(making, files);
    for (let start = 0; start === 0 || start < block.rows.length; start += PDF_ROWS) {
      if (rows > 0 && rows + Math.min(block.rows.length - start, PDF_ROWS) > PDF_ROWS) await flush();
      const part = block.rows.slice(start, start + PDF_ROWS);
      blocks.push({ ...block, rows: part });
      rows += part.length;
    }
  }
  if (blocks.length > 0 || pdfs.length === 0) await flush();
  await sheet.finish();
  return { title, about, sentence: next.value, files: [...pdfs, ...sheet.files] };
}

async function addEvents(making: Making, naming: EpcisNames): Promise<IndexEntry> {
  const { trx, scope } = making.source;
  const epcis = new EventWriter(making, naming);
  const title = packSentences.events;
  const sheet = new SheetWriter(making, { name: 'sortable', title, columns: sortableColumns });
  let all = 0;
  const replaced = { changed: 0, party: 0, adopted: 0, withdrawn: 0 };
  for await (const events of readEvents(trx, scope.everNamed)) {
    const facts = await findEventFacts(trx, events);
    await epcis.add(events, facts);
    for (const of of Map.groupBy(events, ({ document }) => document).values()) {
      await sheet.add(sortableRows(of, facts, naming));
    }
    all += events.length;
    for (const { wrong } of events) if (wrong) replaced[wrong.reason] += 1;
  }
  await epcis.finish();
  await sheet.finish();
  return {
    title,
    about: packSentences.eventsAbout,
    sentence: eventsSentence(all, replaced),
    files: [...epcis.files, ...sheet.files],
  };
}

/** The subject of a pack as text. */
function subjectOf({ from, to }: PackRequest, codes: readonly string[], company: string): string {
  const subject = packSentences.subject(codes, formatDate(from), formatDate(to));
  return company === '' ? subject : `${company}: ${subject}`;
}

/** Builds a pack. Returns the size and SHA-256 of its file, and texts that could not be printed. */
export async function buildPack(
  trx: Trx,
  order: PackOrder,
  features: Features,
  { emit, progress }: PackOutput,
): Promise<BuiltPack> {
  const lotNames = await findLotNames(trx, order.lotIds);
  const lots = order.lotIds.flatMap((lotId) => lotNames.get(lotId)?.lotCode ?? []);
  const source: Source = {
    trx,
    scope: await findScope(trx, order),
    today: order.today,
    timeZone: order.timeZone,
    features,
  };
  const file = new PackFile(order.privateKey, emit);
  const company = await findCompany(trx);
  const subject = subjectOf(order, lots, company.name);
  const making: Making = { source, file, names: new PartNames(), order, subject, remarks: [] };
  const fingerprint = fingerprintOf(createPublicKey(createPrivateKey(order.privateKey)));
  const entries: IndexEntry[] = [];
  for (const section of sections) {
    const onRows = (rows: number) =>
      progress(packSentences.rowsOf(section.title, formatQuantity(rows)), entries.length, PACK_STEPS);
    progress(section.title, entries.length, PACK_STEPS);
    entries.push(await addSection(making, section, onRows));
  }
  progress(packSentences.events, entries.length, PACK_STEPS);
  entries.push(await addEvents(making, new EpcisNames(fingerprint, order.timeZone)));
  progress(packSentences.finishing, entries.length, PACK_STEPS);
  const { madeAt, from, to, timeZone } = order;
  const made = `${localTimestamp(madeAt, timeZone)} (${timeZone})`;
  const remarks = boundedRemarks(making.remarks);
  const about = { subject, company: companyLines(company), made, fingerprint };
  await file.add('index.html', indexPage(about, entries, { remarks, files: [...file.files] }));
  return { ...(await file.finish({ madeAt, from, to, lots })), remarks };
}

/**
 * Sample data: five months of a manufacturer of organic products, up to yesterday. It uses the schemas and functions of
 * normal entry, so ledger and history are as if entered day by day.
 */
import { companyBody } from '#contract/masters/company.ts';
import { certificateBody } from '#contract/prove/certificates/certificates.ts';
import { certifierBody } from '#contract/prove/certificates/certificationBodies.ts';
import { formatDate } from '#contract/core/values/format.ts';
import { itemBody } from '#contract/stock/items/items.ts';
import { materialBody, type MaterialRecord } from '#contract/masters/materials.ts';
import { productionBody } from '#contract/make/production.ts';
import type { Claim } from '#contract/stock/stock.ts';
import { supplierBody, type SupplierRecord } from '#contract/masters/suppliers.ts';
import { toDataUrl } from '../../core/records/attachments.ts';
import { recordEvents } from '../../core/records/audit.ts';
import type { Trx } from '../../core/db/tables.ts';
import { writeIn } from '../../stock/documents/movedStock.ts';
import { certificateDocument } from '../../prove/certificates/actions.ts';
import { certificationBodyDocument } from '../../prove/certificates/bodies/actions.ts';
import { updateItem } from '../../stock/lots/actions.ts';
import { inwardDocument } from '../../buy/inward/actions.ts';
import { masterActions } from '../../core/records/crudRoutes.ts';
import { materials } from '../../masters/materials.ts';
import { suppliers } from '../../masters/suppliers.ts';
import { updateCompany } from '../company/routes.ts';
import { createProductions } from '../../make/production/actions.ts';
import { certificatePdf } from './certificatePdf.ts';
import { FIRST_DAY, openBook, type Book, type Entry } from './book.ts';
import { countEntries } from './counts.ts';
import { drillEntries } from './drill.ts';
import { finishedEntries } from './finished.ts';
import { holdEntries } from './hold.ts';
import { overrides, sampleBodies, sampleCertificates, type SampleBody } from './certificates.ts';
import { sampleInwards, type SampleInward } from './inwards.ts';
import { invoiceOf } from './invoice.ts';
import { sampleMaterials, type SampleMaterial } from './materials.ts';
import { sampleProductions } from './productions.ts';
import { sampleSuppliers, type SampleSupplier } from './suppliers.ts';
import { transactionCertificateEntries } from './transactionCertificates.ts';

function supplierEntries(book: Book): Entry[] {
  const actions = masterActions<SupplierRecord>(suppliers);
  return Object.entries(sampleSuppliers).flatMap(([key, sample]: [string, SampleSupplier], index) => {
    const { inactiveSince, ...fields } = sample;
    const created: Entry = {
      at: book.timeOf(FIRST_DAY, 10, index * 7),
      record: async (write) => book.suppliers.add(key, await actions.create(write, supplierBody.parse(fields))),
    };
    if (inactiveSince === undefined) return [created];
    const body = supplierBody.parse({ ...fields, status: 0 });
    const deactivated: Entry = {
      at: book.timeOf(inactiveSince, 12, 20),
      record: async (write) => await actions.update(write, book.suppliers.get(key).supplierId, body),
    };
    return [created, deactivated];
  });
}

function materialEntries(book: Book): Entry[] {
  const actions = masterActions<MaterialRecord>(materials);
  return Object.entries(sampleMaterials).map(([key, sample]: [string, SampleMaterial], index) => ({
    at: book.timeOf(FIRST_DAY, 12, index * 5),
    record: async (write) => {
      const { part = 'ingredient', grams = null, reorderLevel = null, goodUntil, ...fields } = sample;
      const created = await actions.create(write, materialBody.parse(fields));
      book.materials.add(key, created);
      if (part === 'ingredient' && grams === null && reorderLevel === null) return;
      const afterExpiry = goodUntil === undefined ? 'say' : 'reason';
      const settings = { gramsPerUnit: grams, part, balanceTolerancePercent: null, reorderLevel, afterExpiry };
      await updateItem(write, created.itemId, itemBody.parse({ ...settings, batchPattern: '', shelfLifeDays: null }));
    },
  }));
}

const materialSamples: ReadonlyMap<string, SampleMaterial> = new Map(Object.entries(sampleMaterials));

/** Items that are no ingredients are conventional; all others are organic, by their certificates or by override. */
function claimOf({ supplier, daysAgo }: SampleInward, material: string): { claim?: Claim; overrideReason?: string } {
  if (materialSamples.get(material)?.part !== undefined) return { claim: 'conventional' };
  const isCovered = sampleCertificates.some(
    (certificate) => certificate.supplier === supplier && certificate.from >= daysAgo && daysAgo >= certificate.to,
  );
  const overrideReason = overrides[supplier];
  return isCovered || overrideReason === undefined ? { claim: 'organic' } : { claim: 'organic', overrideReason };
}

function expiryOf(book: Book, material: string): string | null {
  const { goodUntil } = materialSamples.get(material) ?? {};
  return goodUntil === undefined ? null : book.dateOf(goodUntil);
}

/** The company: the sender on papers and the holder of our own certificates. */
const us = {
  name: 'Godown Organics',
  address: 'Plot 9, MIDC\nSawantwadi, Maharashtra 416510',
  phone: '9422060910',
  email: 'office@godownorganics.example',
  gstinNumber: '27AAACG4821M1ZI',
  licenceNumber: '11526021000417',
};

function companyEntries(book: Book): Entry[] {
  const record: Entry['record'] = async (write) => {
    await updateCompany(write, companyBody.parse(us));
  };
  return [{ at: book.timeOf(FIRST_DAY, 9, 40), record }];
}

/** A suspension is recorded on its first day. */
function bodyEntries(book: Book): Entry[] {
  const ids = new Map<string, number>();
  return sampleBodies.flatMap(({ name, code, suspended }, index): Entry[] => [
    {
      at: book.timeOf(FIRST_DAY, 12, 50 + index * 4),
      record: async (write) => {
        const body = certifierBody.parse({ name, code });
        ids.set(name, (await certificationBodyDocument.create(write, body)).certificationBodyId);
      },
    },
    ...(suspended ? [suspensionEntry(book, { name, code, suspended }, () => ids.get(name) ?? 0)] : []),
  ]);
}

function suspensionEntry(book: Book, { name, code, suspended }: Required<SampleBody>, idOf: () => number): Entry {
  return {
    at: book.timeOf(suspended.from, 9, 30),
    record: async (write) => {
      const suspensions = [{ scheme: suspended.scheme, from: book.dateOf(suspended.from) }];
      await certificationBodyDocument.update(write, idOf(), certifierBody.parse({ name, code, suspensions }));
    },
  };
}

function certificateEntries(book: Book): Entry[] {
  return sampleCertificates.map(({ supplier, scheme, number, body, holderInLatin, from, to }, index) => ({
    at: book.timeOf(FIRST_DAY, 13, index * 2),
    record: async (write) => {
      const party = supplier === undefined ? undefined : book.suppliers.get(supplier);
      const holder = party ? { holder: 'supplier', supplierId: party.supplierId } : { holder: 'own' };
      const period = { validFrom: book.dateOf(from), validTo: book.dateOf(to) };
      const { name, address } = party ?? us;
      const bytes = certificatePdf({
        body,
        scheme,
        number,
        holder: holderInLatin ?? name,
        address: holderInLatin === undefined ? address.split('\n') : [],
        validFrom: formatDate(period.validFrom),
        validTo: formatDate(period.validTo),
      });
      const file = toDataUrl({ mediaType: 'application/pdf', bytes });
      const fields = { ...holder, ...period, scheme, number, body, allItems: true, file };
      await certificateDocument.create(write, certificateBody.parse(fields));
    },
  }));
}

/** Invoices precede the production of their day. */
function inwardEntries(book: Book): Entry[] {
  return sampleInwards.map((sample, index) => ({
    at: book.timeOf(sample.daysAgo, 10, 15 + ((index * 67) % 260)),
    record: async (write) => {
      const supplier = book.suppliers.get(sample.supplier);
      const date = book.dateOf(sample.daysAgo);
      await inwardDocument.create(
        write,
        invoiceOf(sample, date, supplier, {
          materialOf: (key) => book.materials.get(key),
          lotOf: (key) => ({ ...claimOf(sample, key), expiresOn: expiryOf(book, key) }),
        }),
      );
    },
  }));
}

function productionEntries(book: Book): Entry[] {
  return sampleProductions.map(({ daysAgo, quantities }, index) => ({
    at: book.timeOf(daysAgo, 16, 40 + ((index * 41) % 95)),
    record: async (write) => {
      const lines = Object.entries(quantities).map(([key, quantity]) => {
        const { rawMaterialId } = book.materials.get(key);
        const productionDate = book.dateOf(daysAgo);
        return productionBody.parse({ rawMaterialId, quantity, productionDate, status: 'in_progress' });
      });
      await createProductions(write, lines);
    },
  }));
}

/**
 * Records the sample data in the caller's transaction as entered by `userId` over the five months before `now`.
 * Deterministic except for the dates, relative to today in `timeZone`.
 */
export async function loadSampleData(trx: Trx, userId: number, now: Date, timeZone: string): Promise<void> {
  const sampleData = { action: 'sample-data', resource: 'system', recordId: 0, before: null, after: null } as const;
  await recordEvents(trx, { userId, at: now.toISOString() }, [sampleData]);
  const book = openBook(now, timeZone);
  const makers = [
    companyEntries,
    supplierEntries,
    materialEntries,
    bodyEntries,
    certificateEntries,
    inwardEntries,
    productionEntries,
    finishedEntries,
    countEntries,
    holdEntries,
    transactionCertificateEntries,
    drillEntries,
  ];
  const entries = makers.flatMap((make) => make(book)).sort((a, b) => (a.at < b.at ? -1 : 1));
  for (const { at, record } of entries) await record(writeIn(trx, { userId, at }));
}

/** The lots of an inward are stored as its form shows them, whatever was changed in a line. */
import { expect, test } from 'vitest';
import { needsCertificate } from '#contract/stock/claims/claims.ts';
import type { Claim } from '#contract/stock/stock.ts';
import { bodyOf, claimOf, keptLine } from '#web/buy/inward/inwardBody.ts';
import { type InwardLine, blankLine, valuesOf } from '#web/buy/inward/inwardValues.ts';
import { buildTestApp } from '../buildTestApp.ts';
import { addInward, addMaterial, addSupplier, certificateFields } from '../factories.ts';
import { worldOf } from '../world.ts';

const app = await buildTestApp();
const admin = await app.as('admin');
const { done } = worldOf(admin);
const supplierId = await addSupplier(admin);

/** Materials with a certificate, and without one. */
const materialOf = async (name: string) => ({
  rawMaterialId: await addMaterial(admin, { name }),
  rawMaterialName: name,
  unit: 'kg',
});
const covered = { first: await materialOf('Amla'), other: await materialOf('Brahmi') };
const uncovered = { first: await materialOf('Chandan'), other: await materialOf('Durva') };
const items: { itemId: number; rawMaterialId: number | null }[] = await done('GET', '/items');
const itemIds = items
  .filter(({ rawMaterialId }) => [covered.first, covered.other].some((each) => each.rawMaterialId === rawMaterialId))
  .map(({ itemId }) => itemId);
await done('POST', '/certificates', certificateFields(supplierId, { number: 'C-1', allItems: false, itemIds }));

const certificateOf = (rawMaterialId: number) =>
  Object.values(covered).some((each) => each.rawMaterialId === rawMaterialId) ? 'C-1' : undefined;

const kinds = ['same', 'another material', 'removed and added'] as const;
const claims = ['', 'organic', 'inConversion', 'conventional'] as const;
const proofs = [
  {},
  { overrideReason: 'Promised' },
  { receiveOnHold: true },
  { overrideReason: 'No', receiveOnHold: true },
];
const storedLots = [
  { code: '', claim: 'conventional' },
  {
    code: 'OLD',
    supplierLotNumber: 'SL-1',
    expiresOn: '2028-01-01',
    transactionCertificate: 'TC-1',
    claim: 'inConversion',
  },
  { code: 'OLD', claim: 'organic', overrideReason: 'On its way' },
] as const;
type Stored = (typeof storedLots)[number];

/** A line as a person changes it: another material, or a blank line in its place. */
function changed(
  line: InwardLine,
  kind: (typeof kinds)[number],
  other: NonNullable<InwardLine['material']>,
): InwardLine {
  if (kind === 'same') return line;
  if (kind === 'another material') return { ...line, material: other };
  const { material, quantity, pricePerUnit } = line;
  return { ...blankLine(), material, quantity, pricePerUnit };
}

interface Lot {
  code: string;
  supplierLotNumber: string;
  expiresOn: string;
  transactionCertificate: string;
  claim: Claim;
  overrideReason: string;
  isHeld: boolean;
}

/** The lot as the form shows it; undefined where it asks for a reason or a hold. */
function shownLot(line: InwardLine, keptCode: string | undefined): Lot | undefined {
  const certificate = certificateOf(line.material?.rawMaterialId ?? 0);
  const { supplierLotNumber, expiresOn, transactionCertificate } = line;
  const claim = claimOf(line, certificate);
  const isUnproved = needsCertificate(claim) && certificate === undefined;
  const isHeld = isUnproved && line.receiveOnHold;
  const overrideReason = isUnproved && !isHeld ? line.overrideReason : '';
  if (isUnproved && !isHeld && overrideReason === '') return undefined;
  const code = line.code || (keptCode ?? 'proposed');
  return { code, supplierLotNumber, expiresOn, transactionCertificate, claim, overrideReason, isHeld };
}

const groups = kinds.flatMap((kind) => claims.map((claim) => ({ kind, claim })));

test.each(groups)('a line: $kind, with the claim "$claim"', async ({ kind, claim }) => {
  for (const { first, other } of [covered, uncovered]) {
    for (const [stored, proof] of storedLots.flatMap((lot: Stored) => proofs.map((each) => [lot, each] as const))) {
      const code = stored.code && `${stored.code}-${Math.random()}`;
      const reason = first === uncovered.first || !('overrideReason' in stored) ? {} : { overrideReason: '' };
      const rawMaterials = [
        { ...stored, ...reason, code, rawMaterialId: first.rawMaterialId, quantity: 5, pricePerUnit: 10 },
      ];
      const { inwardId } = await addInward(admin, supplierId, [], { rawMaterials });
      const inward = await done('GET', `/inward/${inwardId}`);
      const values = valuesOf(inward);
      const [line] = values.rawMaterials;
      if (!line) throw new Error('the inward has a line');
      const given = claim === '' ? {} : { claim };
      const edited = { ...changed(line, kind, other), ...given, ...proof };
      const shown = shownLot(edited, keptLine(edited, inward)?.lotCode);
      const body = bodyOf({ ...values, rawMaterials: [edited] }, certificateOf, inward);
      const { status, json, text } = await admin('PUT', `/inward/${inwardId}`, { ...body, inwardId });
      const told = `${first.rawMaterialName} ${JSON.stringify({ stored, proof })}: ${text}`;
      if (shown === undefined) {
        expect([status, Object.keys(json.errors ?? {})], told).toEqual([400, ['rawMaterials.0.claim']]);
        continue;
      }
      expect(status, told).toBe(200);
      const [saved] = json.rawMaterials;
      const { state } = await done('GET', `/lots/${saved.lotId}`);
      const lotCode = shown.code === 'proposed' ? expect.stringMatching(/^[A-Z]{3}-2611-\d+$/) : shown.code;
      expect({ ...saved, expiresOn: saved.expiresOn ?? '', state }, told).toMatchObject({
        lotCode,
        supplierLotNumber: shown.supplierLotNumber,
        expiresOn: shown.expiresOn,
        transactionCertificate: shown.transactionCertificate,
        claim: shown.claim,
        overrideReason: shown.overrideReason,
        state: shown.isHeld ? 'onHold' : 'released',
      });
    }
  }
});

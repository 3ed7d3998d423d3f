/**
 * Events as GS1 EPCIS 2.0 JSON-LD with the words of the Core Business Vocabulary. Lots, documents and parties have names
 * of this installation, which are the same in every pack: urn:godown:KEY:lot:12.
 */
import { weightUnits } from '#contract/stock/items/items.ts';
import { claimsText } from '#contract/stock/claims/schemes.ts';
import { fromThousandths } from '#contract/core/values/numbers.ts';
import { replacedTexts } from '#contract/prove/packs.ts';
import type { DocumentKind } from '#contract/kinds.ts';
import { unitWritings } from '#contract/stock/items/units.ts';
import type { EventFacts, LotFacts, Party } from './eventFacts.ts';
import type { Amount, EventDocument, EventKey, PackEvent, Step } from './events.ts';

/** Codes of UN/ECE recommendation 20, by the milligrams of a unit of weight. */
const weightCodes = new Map([
  [1000, 'GRM'],
  [1_000_000, 'KGM'],
  [1_000_000_000, 'TNE'],
]);

/** Codes of other units, by their name in lower case. */
const unitCodes: ReadonlyMap<string, string> = new Map(
  Object.entries<readonly string[]>({
    MGM: unitWritings.milligram,
    TNE: unitWritings.ton,
    DTN: unitWritings.quintal,
    LTR: unitWritings.litre,
    MLT: unitWritings.millilitre,
    MTR: unitWritings.metre,
  }).flatMap(([code, units]) => units.map((unit) => [unit, code] as const)),
);
const COUNTED = 'H87';

/** The code of a unit, without conversion; units that are no measure are counted. */
function codeOf(unit: string): string {
  const name = unit.toLowerCase();
  return weightCodes.get(weightUnits.get(name) ?? 0) ?? unitCodes.get(name) ?? COUNTED;
}

interface StepWords {
  bizStep: string;
  disposition: string;
}

const words: Readonly<Record<Step, StepWords>> = {
  opening: { bizStep: 'stock_taking', disposition: 'active' },
  received: { bizStep: 'receiving', disposition: 'in_progress' },
  produced: { bizStep: 'commissioning', disposition: 'active' },
  transformed: { bizStep: 'commissioning', disposition: 'active' },
  returnedByBuyer: { bizStep: 'receiving', disposition: 'returned' },
  found: { bizStep: 'stock_taking', disposition: 'mismatch_quantity' },
  dispatched: { bizStep: 'shipping', disposition: 'in_transit' },
  returnedToSupplier: { bizStep: 'shipping', disposition: 'returned' },
  wasted: { bizStep: 'destroying', disposition: 'disposed' },
  lost: { bizStep: 'stock_taking', disposition: 'mismatch_quantity' },
};

/** An incoming step names the lot. A dispatch does not end it; a write-off or loss does. */
const actions: Readonly<Record<Exclude<Step, 'transformed'>, 'ADD' | 'OBSERVE' | 'DELETE'>> = {
  opening: 'ADD',
  received: 'ADD',
  produced: 'ADD',
  returnedByBuyer: 'ADD',
  found: 'ADD',
  dispatched: 'OBSERVE',
  returnedToSupplier: 'OBSERVE',
  wasted: 'DELETE',
  lost: 'DELETE',
};

const transactionTypes: Partial<Record<DocumentKind, string>> = { inward: 'inv', run: 'prodorder', dispatch: 'inv' };

/** Names in the events of one installation, unique by its key's fingerprint. */
export class EpcisNames {
  readonly #base: string;
  readonly #timeZone: string;
  readonly #offsets = new Map<string, string>();

  constructor(fingerprint: string, timeZone: string) {
    this.#base = `urn:godown:${fingerprint.slice(0, 16)}`;
    this.#timeZone = timeZone;
  }

  of(kind: string, id: number | string): string {
    return `${this.#base}:${kind}:${id}`;
  }

  event({ document: { kind, id }, step, recordedAt }: EventKey): string {
    return this.of('event', `${kind}-${id}-${Date.parse(recordedAt)}-${step}`);
  }

  /** Identifier that links the events of a run. */
  transformation({ id }: EventDocument): string {
    return this.of('transformation', id);
  }

  /** '+05:30', of the installation's time zone on a day. */
  offsetOf(day: string): string {
    const known = this.#offsets.get(day);
    if (known !== undefined) return known;
    const parts = new Intl.DateTimeFormat('en', { timeZone: this.#timeZone, timeZoneName: 'longOffset' }).formatToParts(
      new Date(`${day}T12:00:00Z`),
    );
    const offset = parts.find(({ type }) => type === 'timeZoneName')?.value.slice('GMT'.length) || '+00:00';
    this.#offsets.set(day, offset);
    return offset;
  }
}

/** The EPCIS form of an event. */
export function epcisEvent(event: PackEvent, facts: EventFacts, names: EpcisNames): object {
  const { document, step, day, recordedAt, into, outOf, wrong } = event;
  const { label, soldAs } = facts.document(document);
  const amounts = (some: readonly Amount[]) =>
    some.map(({ lotId, quantity }) => ({
      epcClass: names.of('lot', lotId),
      quantity: fromThousandths(quantity),
      uom: codeOf(facts.lot(lotId).unit),
    }));
  const offset = names.offsetOf(day);
  const common = {
    eventID: names.event(event),
    eventTime: `${day}T00:00:00.000${offset}`,
    eventTimeZoneOffset: offset,
    recordTime: recordedAt,
    ...(wrong && {
      errorDeclaration: {
        declarationTime: wrong.declaredAt,
        reason: wrong.correctedBy.length > 0 ? 'incorrect_data' : 'did_not_occur',
        correctiveEventIDs: wrong.correctedBy.map((other) => names.event(other)),
      },
      'godown:replaced': replacedTexts[wrong.reason],
    }),
    ...words[step],
    bizTransactionList: [
      { type: transactionTypes[document.kind], bizTransaction: names.of(document.kind, document.id) },
    ],
    'godown:document': label,
    ...(step === 'dispatched' && soldAs !== '' && { 'godown:soldAs': soldAs }),
  };
  if (step === 'transformed') {
    return {
      type: 'TransformationEvent',
      ...common,
      transformationID: names.transformation(document),
      ...(outOf.length > 0 && { inputQuantityList: amounts(outOf) }),
      ...(into.length > 0 && { outputQuantityList: amounts(into) }),
    };
  }
  const others = facts.parties(event).map(({ kind, id }) => names.of(kind, id));
  return {
    type: 'ObjectEvent',
    ...common,
    action: actions[step],
    quantityList: amounts([...into, ...outOf]),
    ...(others.length > 0 &&
      into.length > 0 && { sourceList: others.map((source) => ({ type: 'owning_party', source })) }),
    ...(others.length > 0 &&
      outOf.length > 0 && { destinationList: others.map((destination) => ({ type: 'owning_party', destination })) }),
  };
}

const attribute = (id: string, value: string | null) =>
  value ? [{ id: `urn:epcglobal:cbv:mda#${id}`, attribute: value }] : [];

/** The claim of a lot, never a bare "organic": its claims with their schemes. */
function claimOf({ claim, claims }: LotFacts): string {
  return claim === 'conventional' && claims.length === 0 ? claim : claimsText(claims, claim);
}

function lotElement(lot: LotFacts, names: EpcisNames) {
  const { lotId, code, itemName, supplierLotNumber, expiresOn } = lot;
  return {
    id: names.of('lot', lotId),
    attributes: [
      ...attribute('lotNumber', code),
      ...attribute('descriptionShort', itemName),
      ...attribute('additionalTradeItemIdentification', supplierLotNumber),
      ...attribute('itemExpirationDate', expiresOn),
      ...attribute('claim', claimOf(lot)),
    ],
  };
}

function partyElement(party: Party, names: EpcisNames) {
  const { name, address } = party;
  return {
    id: names.of(party.kind, party.id),
    attributes: [...attribute('name', name), ...attribute('streetAddressOne', address)],
  };
}

/** A document of events with the lots and parties that they name, as JSON text. */
export function epcisDocument(
  events: readonly string[],
  { lots, parties }: { lots: Iterable<LotFacts>; parties: Iterable<Party> },
  { names, madeAt }: { names: EpcisNames; madeAt: string },
): string {
  const header = {
    '@context': ['https://ref.gs1.org/standards/epcis/2.0.0/epcis-context.jsonld', { godown: 'urn:godown:terms#' }],
    type: 'EPCISDocument',
    schemaVersion: '2.0',
    creationDate: madeAt,
    epcisHeader: {
      epcisMasterData: {
        vocabularyList: [
          {
            type: 'urn:epcglobal:epcis:vtype:EPCClass',
            vocabularyElementList: Array.from(lots, (lot) => lotElement(lot, names)),
          },
          {
            type: 'urn:epcglobal:epcis:vtype:Party',
            vocabularyElementList: Array.from(parties, (party) => partyElement(party, names)),
          },
        ].filter(({ vocabularyElementList }) => vocabularyElementList.length > 0),
      },
    },
  };
  return `${JSON.stringify(header).slice(0, -1)},"epcisBody":{"eventList":[\n${events.join(',\n')}\n]}}\n`;
}

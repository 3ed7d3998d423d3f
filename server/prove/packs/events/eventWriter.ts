/** Writes the events of a pack. */
import type { Making } from '../making.ts';
import { epcisDocument, epcisEvent, type EpcisNames } from './epcis.ts';
import type { EventFacts, LotFacts, Party } from './eventFacts.ts';
import type { PackEvent } from './events.ts';

/** More events are divided into files: these are held in memory. */
const EVENTS = 20_000;

/** Collects events and adds a file of them whenever it is full. */
export class EventWriter {
  readonly #making: Making;
  readonly #naming: EpcisNames;
  #events: string[] = [];
  readonly #lots = new Map<number, LotFacts>();
  readonly #parties = new Map<string, Party>();
  readonly files: string[] = [];

  constructor(making: Making, naming: EpcisNames) {
    this.#making = making;
    this.#naming = naming;
  }

  async add(events: readonly PackEvent[], facts: EventFacts): Promise<void> {
    for (const event of events) {
      this.#events.push(JSON.stringify(epcisEvent(event, facts, this.#naming)));
      for (const { lotId } of [...event.into, ...event.outOf]) this.#lots.set(lotId, facts.lot(lotId));
      for (const party of facts.parties(event)) this.#parties.set(`${party.kind} ${party.id}`, party);
      if (this.#events.length === EVENTS) await this.#flush();
    }
  }

  async finish(): Promise<void> {
    if (this.#events.length > 0 || this.files.length === 0) await this.#flush();
  }

  async #flush(): Promise<void> {
    const { file, names, order } = this.#making;
    const part = names.next('events', 'jsonld');
    const masterData = { lots: this.#lots.values(), parties: this.#parties.values() };
    await file.add(part, epcisDocument(this.#events, masterData, { names: this.#naming, madeAt: order.madeAt }));
    this.#events = [];
    this.#lots.clear();
    this.#parties.clear();
    this.files.push(part);
  }
}

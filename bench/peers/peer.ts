/** The jobs of Godown and of its peers, in the words of the field. */
import { startPostgres } from '#test/postgres.ts';
import type { Data, Document, Purchase } from './data.ts';

/** Rows or lines read of a list, and how many rows the list has. */
export interface Page {
  rows: number;
  total: number;
}

/** Materials, suppliers and purchases are named by their place in the data, from 0; quantities are kilograms. */
export interface Peer {
  /** Name, version and database: the head of its column. */
  name: string;
  /** Saves the data through its API. */
  seed(data: Data): Promise<void>;
  /** A page of raw materials, from 1; with a term, of those that it finds. */
  materials(page: number, term?: string): Promise<Page>;
  /** A page of productions with their lines; `rows` counts the lines. */
  productions(page: number): Promise<Page>;
  /** Reads a purchase; returns how many lines it has. */
  purchase(index: number): Promise<number>;
  stockOf(material: number): Promise<number>;
  /** The stock of each material at the end of a day. */
  stockOn(day: string): Promise<number[]>;
  saveSupplier(name: string): Promise<void>;
  /** Saves a purchase that has come in, so that its lines are in stock. */
  savePurchase(purchase: Purchase): Promise<void>;
  /** Saves a production, which takes its lines from the stock; returns false where that doesn't suffice. */
  saveProduction(production: Document): Promise<boolean>;
  stop(): Promise<void>;
}

/** How a peer comes to run. */
export interface PeerKind {
  name: string;
  /** Differences from the others in these jobs. */
  remark: string;
  /** Downloads it, where the cache has none. An error leaves the peer out. */
  install(): Promise<unknown>;
  /** Starts it over an empty database in an empty folder. */
  start(folder: string): Promise<Peer>;
}

/** Starts a peer over a PostgreSQL that is durable, as in service, and stops with it. */
export async function onOwnPostgres(start: (databaseUrl: string) => Promise<Peer>): Promise<Peer> {
  const postgres = await startPostgres({ isDurable: true });
  const peer = await start(postgres.url);
  const stop = async () => {
    await peer.stop();
    await postgres.stop();
  };
  return { ...peer, stop };
}

/** An answer that is not 2xx. */
export class Refused extends Error {
  readonly status: number;

  constructor(url: string, status: number, text: string) {
    super(`${url} answered ${status}: ${text.slice(0, 1000)}`);
    this.status = status;
  }
}

/** Sends a GET, or a POST where there is a body, and reads the JSON. Throws Refused unless the answer is 2xx. */
export async function send(url: string, headers: Record<string, string>, body?: unknown) {
  const sent = { 'content-type': 'application/json', ...headers };
  const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  const answer = await fetch(url, { ...init, headers: sent });
  const text = await answer.text();
  if (!answer.ok) throw new Refused(url, answer.status, text);
  const json: unknown = JSON.parse(text);
  return { json, headers: answer.headers };
}

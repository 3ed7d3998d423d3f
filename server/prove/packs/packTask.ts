/** Messages between the server and the thread that builds a pack. */
import type { Config } from '../../core/config.ts';
import type { PackRequest } from './scope.ts';

export interface PackOrder extends PackRequest {
  /** The moment of the pack, and its day in the installation's time zone. */
  madeAt: string;
  today: string;
  timeZone: string;
  /** PEM. */
  privateKey: string;
}

export interface PackTask {
  config: Pick<Config, 'databaseUrl' | 'dataDir'>;
  order: PackOrder;
}

export interface BuiltPack {
  size: number;
  sha256: string;
  /** Records that could not be printed whole, a sentence each. */
  remarks: string[];
}

export type ThreadMessage =
  /** Discards everything before: the snapshot was read again. */
  | { kind: 'begin' }
  | { kind: 'progress'; step: string; done: number; total: number }
  | { kind: 'bytes'; bytes: Uint8Array }
  | ({ kind: 'made' } & BuiltPack)
  /** It failed, for a reason that users can remove. */
  | { kind: 'refused'; reason: string };

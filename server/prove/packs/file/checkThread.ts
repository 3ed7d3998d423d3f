/** Checks an uploaded pack in a thread of its own. */
import { MAX_PACK_BYTES, type PackVerdict } from '#contract/prove/packs.ts';
import { verifyPack } from './verifyPack.ts';

export interface PackCheck {
  path: string;
  /** Fingerprint of this installation's key. */
  fingerprint: string;
}

export default async ({ path, fingerprint }: PackCheck): Promise<PackVerdict> =>
  await verifyPack(path, fingerprint, MAX_PACK_BYTES);

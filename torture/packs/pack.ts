/** Attack 20: the file of an inspection pack is changed in every way that a byte can be. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { verifyPack } from '#server/prove/packs/file/verifyPack.ts';
import type { SeededRandom } from '#seed/seededRandom.ts';
import { addInward, addMaterial, addProduct, addSupplier } from '#test/factories.ts';
import { expectStatus, type Json, startServers, sureCaller } from '../clients/caller.ts';
import type { Attack, Context } from '../runner/attack.ts';
import { until } from '../runner/until.ts';

const MADE_WITHIN_MS = 120_000;
/** At most so many bytes are put in or taken out at once. */
const MAX_BYTES = 64;

type Change = (pack: Buffer, random: SeededRandom) => Buffer;

/** Half of the changes are in the manifest and the tables of the ZIP, which are at its end. */
const TABLES = 6000;

function somewhere(pack: Buffer, random: SeededRandom): number {
  const first = random.chance(0.5) ? Math.max(0, pack.length - TABLES) : 0;
  return random.whole(first, pack.length - 1);
}

/** One byte becomes another. */
const flip: Change = (pack, random) => {
  const changed = Buffer.from(pack);
  const at = somewhere(pack, random);
  changed.writeUInt8(changed.readUInt8(at) ^ random.whole(1, 255), at);
  return changed;
};

const putIn: Change = (pack, random) => {
  const at = random.whole(0, pack.length);
  const more = random.bytes(random.whole(1, MAX_BYTES));
  return Buffer.concat([pack.subarray(0, at), more, pack.subarray(at)]);
};

const takeOut: Change = (pack, random) => {
  const at = somewhere(pack, random);
  return Buffer.concat([pack.subarray(0, at), pack.subarray(at + random.whole(1, MAX_BYTES))]);
};

const cutOff: Change = (pack, random) => pack.subarray(0, somewhere(pack, random));

/** Two bytes that differ change places. */
const swap: Change = (pack, random) => {
  const changed = Buffer.from(pack);
  const [first, second] = [somewhere(pack, random), somewhere(pack, random)];
  changed.writeUInt8(pack.readUInt8(second), first);
  changed.writeUInt8(pack.readUInt8(first), second);
  return changed.equals(pack) ? flip(pack, random) : changed;
};

/** Most changes are of one byte: larger ones are easier to notice. */
const changes: readonly Change[] = [flip, flip, flip, flip, putIn, takeOut, cutOff, swap];

/** A pack of what a small office did, downloaded. */
async function makePack(context: Context): Promise<{ whole: Buffer; path: string }> {
  const { database, server, token, call } = await startServers(context);
  const sure = sureCaller(call);
  const supplierId = await addSupplier(sure, { name: 'हल्दी किसान मंडल' });
  const rawMaterialId = await addMaterial(sure);
  await addInward(sure, supplierId, [[rawMaterialId, 40]]);
  const productId = await addProduct(sure);
  const run = {
    productionDate: '2026-11-10',
    inputs: [{ rawMaterialId, quantity: 12 }],
    outputs: [{ productId, batchNumber: 'PACK-1', quantity: 60 }],
  };
  await expectStatus(201, call('POST', '/production-runs', run));
  const wanted = { from: '2026-04-01', to: '2027-03-31' };
  const { packId } = await expectStatus(201, call('POST', '/inspection-packs', wanted));
  const isDone = async () => {
    const packs = await expectStatus(200, call('GET', '/inspection-packs'));
    return packs.some((each: Json) => each.packId === packId && each.state === 'done') || undefined;
  };
  await until(isDone, 'the pack was not made', { withinMs: MADE_WITHIN_MS, everyMs: 200 });
  const answer = await fetch(`http://127.0.0.1:${server.port}/api/inspection-packs/${packId}/file`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return { whole: Buffer.from(await answer.arrayBuffer()), path: join(database.dataDir, 'elsewhere.zip') };
}

export const pack: Attack = {
  name: 'pack',
  promise: 'A changed byte of an inspection pack is noticed.',
  unit: 'changes',
  rounds: { long: 10_000, short: 15 },
  broken: {
    'the seal is not looked at': [
      [
        'server/prove/packs/file/verifyPack.ts',
        'const isWhole = isSigned && faults.length === 0 && (await isSealed(path, key));',
        'const isWhole = isSigned && faults.length === 0;',
      ],
    ],
  },
  async run(context) {
    const { found, random } = context;
    const { whole, path } = await makePack(context);
    await writeFile(path, whole);
    const { isWhole, fingerprint } = await verifyPack(path);
    if (!isWhole || fingerprint === null) found.faults.push('the pack as it was downloaded is not whole');
    found.count('bytes', whole.length);
    while (context.goesOn()) {
      context.countRound();
      await writeFile(path, random.pick(changes)(whole, random));
      const verdict = await verifyPack(path, fingerprint ?? undefined);
      if (verdict.isWhole) found.add('unnoticed', [`change ${found.rounds} was not noticed`]);
      found.count(verdict.faults.length > 0 ? 'named by file' : 'in what is around the files', 1);
    }
  },
};

/** Inspection packs of hostile texts and files, and hostile files that are given to be checked as packs. */
import { unzipSync, zipSync } from 'fflate';
import { labelPath, readScan } from '#contract/stock/labels/labels.ts';
import { MANIFEST, SIGNATURE } from '#contract/prove/packs.ts';
import type { SeededRandom } from '#seed/seededRandom.ts';
import { type Caller, expectStatus, type Json } from '../clients/caller.ts';
import type { Server } from '../runner/server.ts';
import { until } from '../runner/until.ts';

const MADE_WITHIN_MS = 120_000;
const ZEROS = 8 * 1024 * 1024;

/** Texts that mean something to a browser, a file system or a scanner; numbers of papers, and codes of lots. */
export const hostileNames = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "'onmouseover='alert(1)",
  '../../../../etc/cron.d/x',
  '..\\..\\windows\\win.ini',
  '/etc/passwd',
  '..',
  'CON',
  'javascript:alert(1)',
  '//127.0.0.1:1/x',
  'https://127.0.0.1:1/l/x',
  '01089012345678951710261231',
  '(10)(01)(10)',
  ']C1',
  '%2e%2e%2f%00',
  '%',
  '\u202egpj.exe',
] as const;

interface Maker {
  server: Server;
  token: string;
  call: Caller;
}

/** Any scanned text leads to a page of ours, and the server doesn't repeat it. */
export async function labelFaults({ address }: Server, random: SeededRandom): Promise<string[]> {
  const hostile = random.pick(hostileNames);
  const text = random.chance(0.5) ? hostile : hostile + random.bytes(random.whole(0, 40)).toString('latin1');
  const faults: string[] = [];
  const path = labelPath(readScan(text));
  if (!/^\/(?:l|01)\/(?!\/)/.test(path) || new URL(path, address).origin !== address) {
    faults.push(`scanning ${JSON.stringify(text)} leads to ${path}`);
  }
  const answer = await fetch(new URL(path, address), { redirect: 'manual' });
  const body = await answer.text();
  if (answer.status >= 500 || (answer.status >= 300 && answer.status < 400))
    faults.push(`${answer.status} for ${path}`);
  if (/<script>alert|onerror=alert/.test(body)) faults.push(`${path} is answered with its own text`);
  return faults;
}

/** Files that are no pack: anything, ZIPs with odd names, and one that unpacks to much. */
function noPack(random: SeededRandom): Buffer {
  const bytes = new Uint8Array(random.bytes(random.whole(0, 400)));
  const manifests = ['', '{}', '[]', 'null', '{"files":[{"name":"../x"}]}', '\u0000'].map((text) => Buffer.from(text));
  const odd = { [random.pick(hostileNames)]: bytes, '../../x': bytes, '/x': bytes };
  return Buffer.from(
    random.pick([
      () => bytes,
      () => zipSync({ ...odd, [MANIFEST]: random.pick(manifests), [SIGNATURE]: bytes }),
      () => zipSync(odd),
      () => zipSync({ [MANIFEST]: new Uint8Array(ZEROS), zeros: new Uint8Array(ZEROS) }),
      () => zipSync({ [MANIFEST]: random.pick(manifests) }).subarray(0, -random.whole(1, 30)),
    ])(),
  );
}

/** Uploads a file that is no pack for a check; the answer must say so. */
export async function checkFaults({ server, token }: Maker, random: SeededRandom): Promise<string[]> {
  const body = noPack(random);
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/zip' };
  const answer = await fetch(`${server.address}/api/inspection-packs/verify`, {
    method: 'POST',
    headers,
    body: new Uint8Array(body),
  });
  const text = await answer.text();
  const isRefused = answer.status === 400 || (answer.status === 200 && text.includes('"isWhole":false'));
  return isRefused ? [] : [`a file of ${body.length} bytes that is no pack: ${answer.status}, ${text.slice(0, 200)}`];
}

/** Makes a pack of lots, and looks for what could run in it or lie elsewhere. */
export async function packFaults(
  { server, token, call }: Maker,
  lotIds: readonly number[],
): Promise<{ files: number; faults: string[] }> {
  const wanted = { from: '2026-04-01', to: '2027-03-31', lotIds };
  const { packId } = await expectStatus(201, call('POST', '/inspection-packs', wanted));
  const isDone = async () => {
    const packs: Json[] = await expectStatus(200, call('GET', '/inspection-packs'));
    return packs.some((each) => each.packId === packId && each.state === 'done') || undefined;
  };
  await until(isDone, 'the pack was not made', { withinMs: MADE_WITHIN_MS, everyMs: 200 });
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${server.address}/api/inspection-packs/${packId}/file`, { headers });
  const entries = Object.entries(unzipSync(new Uint8Array(await answer.arrayBuffer())));
  const faults: string[] = [];
  for (const [name, bytes] of entries) {
    if (!/^(?:[\w-][\w .()-]*\/)*[\w-][\w .()-]*\.(?:pdf|xlsx|png|jpg|json|jsonld|html|txt|sig|csv)$/.test(name)) {
      faults.push(`a pack has a file called ${JSON.stringify(name)}`);
    }
    const tags = Buffer.from(bytes)
      .toString()
      .replaceAll(/>[^<]*/g, '>');
    if (name.endsWith('.html') && /<(?:script|img|iframe|object|svg)|\son\w+=|href="(?!#)[a-z]*:/i.test(tags)) {
      faults.push(`${name} of a pack has something that runs`);
    }
    if (!name.endsWith('.xlsx')) continue;
    for (const [part, content] of Object.entries(unzipSync(bytes))) {
      const xml = Buffer.from(content).toString();
      if (/<f[ >]|TargetMode="External"|<hyperlink/.test(xml))
        faults.push(`${part} of ${name} has a formula or a link`);
    }
  }
  return { files: entries.length, faults };
}

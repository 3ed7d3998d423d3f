/** `npm run sbom`: the list of everything that Godown is shipped with, in CycloneDX's form, into dist/godown.cdx.json. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { root } from './processes.ts';

const file = 'dist/godown.cdx.json';
const document = z.looseObject({
  bomFormat: z.literal('CycloneDX'),
  metadata: z.looseObject({ component: z.looseObject({ name: z.string() }) }),
  components: z.array(z.looseObject({ name: z.string(), licenses: z.array(z.unknown()).default([]) })).min(1),
});

const asked = ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--omit=dev', '--package-lock-only'];
// The npm that runs this script, on the Node that it was made for.
const npm = process.env['npm_execpath'];
const [command, args] = npm?.endsWith('.js')
  ? [process.env['npm_node_execpath'] ?? process.execPath, [npm, ...asked]]
  : ['npm', asked];
const { status, stdout } = spawnSync(command, args, {
  cwd: root,
  encoding: 'utf8',
  stdio: ['ignore', 'pipe', 'inherit'],
  maxBuffer: 64 * 1024 * 1024,
});
if (status !== 0) throw new Error(`npm sbom ended with ${status}; it needs npm 10 or newer.`);

const bom = document.parse(JSON.parse(stdout));
// npm takes the folder's name, which is whatever somebody called their checkout.
bom.metadata.component.name = 'godown';
mkdirSync(path.join(root, 'dist'), { recursive: true });
writeFileSync(path.join(root, file), `${JSON.stringify(bom, undefined, 2)}\n`);
const nameless = bom.components.filter(({ licenses }) => licenses.length === 0).map(({ name }) => name);
console.log(`${bom.components.length} packages in ${file}, ${nameless.length} of them without a licence.`);
if (nameless.length > 0) {
  console.error(`No licence: ${nameless.join(', ')}.`);
  process.exitCode = 1;
}

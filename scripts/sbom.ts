/** `npm run sbom`: writes a CycloneDX SBOM of the production dependencies to dist/godown.cdx.json. */
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

const sbomArgs = ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--omit=dev', '--package-lock-only'];
// The npm that runs this script, on its own Node.
const npm = process.env['npm_execpath'];
const [command, args] = npm?.endsWith('.js')
  ? [process.env['npm_node_execpath'] ?? process.execPath, [npm, ...sbomArgs]]
  : ['npm', sbomArgs];
const { status, stdout } = spawnSync(command, args, {
  cwd: root,
  encoding: 'utf8',
  stdio: ['ignore', 'pipe', 'inherit'],
  maxBuffer: 64 * 1024 * 1024,
});
if (status !== 0) throw new Error(`npm sbom ended with ${status}; it needs npm 10 or newer.`);

const bom = document.parse(JSON.parse(stdout));
// npm uses the name of the checkout's folder.
bom.metadata.component.name = 'godown';
mkdirSync(path.join(root, 'dist'), { recursive: true });
writeFileSync(path.join(root, file), `${JSON.stringify(bom, undefined, 2)}\n`);
const unlicensed = bom.components.filter(({ licenses }) => licenses.length === 0).map(({ name }) => name);
console.log(`${bom.components.length} packages in ${file}, ${unlicensed.length} of them without a licence.`);
if (unlicensed.length > 0) {
  console.error(`No licence: ${unlicensed.join(', ')}.`);
  process.exitCode = 1;
}

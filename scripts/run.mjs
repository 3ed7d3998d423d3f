/**
 * Runs a task on the pinned Node, after installing missing packages of the lockfile. This file itself must run on any
 * Node from 18 and without dependencies, since node_modules may not exist yet.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import module from 'node:module';
import { constants } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const onWindows = process.platform === 'win32';

/** `production` tasks need no development packages. */
const tasks = {
  start: { script: 'scripts/start.ts', production: true },
  build: { script: 'scripts/build.ts', production: true },
  'verify-ledger': { script: 'scripts/verifyLedger.ts', production: true },
  backup: { script: 'scripts/backup.ts', production: true },
  restore: { script: 'scripts/restore.ts', production: true },
  'verify-pack': { script: 'scripts/verifyPack.ts', production: true },
  seed: { script: 'scripts/seed.ts', production: true },
  sbom: { script: 'scripts/sbom.ts', production: true },
  dev: { script: 'scripts/dev.ts' },
  check: { script: 'scripts/check.ts' },
  format: { script: 'scripts/format.ts' },
  test: { script: 'scripts/test.ts' },
  e2e: { script: 'scripts/e2e.ts' },
  bench: { script: 'bench/run.ts' },
  screenshots: { script: 'scripts/screenshots.ts' },
  'try-postgresql-guide': { script: 'torture/backups/postgresqlGuide.ts' },
  torture: { script: 'torture/run.ts' },
};

// Node's compile cache: starts take a third less time.
const compileCache = path.join(root, 'node_modules/.cache/node');

function fail(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

function readPackages(lockfile) {
  return JSON.parse(readFileSync(path.join(root, lockfile), 'utf8')).packages;
}

/** Whether node_modules differs from the lockfile. */
function installIsNeeded(withDevelopment) {
  if (!existsSync(path.join(root, 'node_modules/.package-lock.json'))) return true;
  const installed = readPackages('node_modules/.package-lock.json');
  return Object.entries(readPackages('package-lock.json')).some(([folder, wanted]) => {
    if (folder === '') return false;
    const found = installed[folder];
    if (found) return found.version !== wanted.version;
    // An optional package may be for another platform.
    if (wanted.optional || wanted.devOptional) return false;
    return withDevelopment || !wanted.dev;
  });
}

function install(withDevelopment) {
  // To stderr, since stdout may be data (--json).
  process.stderr.write('Installing the packages of package-lock.json (the first time this takes about 15 seconds) …\n');
  const ci = ['ci', '--no-audit', '--no-fund', '--loglevel=error', ...(withDevelopment ? ['--include=dev'] : [])];
  // Runs npm on npm's own Node: the current one may be inside node_modules, which is about to be replaced.
  const npm = process.env.npm_execpath;
  const result = npm?.endsWith('.js')
    ? spawnSync(process.env.npm_node_execpath ?? process.execPath, [npm, ...ci], { cwd: root, stdio: ['ignore', 2, 2] })
    : spawnSync('npm', ci, { cwd: root, stdio: ['ignore', 2, 2], shell: onWindows });
  if (result.status !== 0) {
    fail('The packages could not be installed: see above. Check that the npm registry can be reached, then try again.');
  }
}

/** The pinned Node; where there is none for the platform, the current one if it is new enough. */
function findNode() {
  const platform = onWindows ? 'win' : process.platform;
  const name = onWindows ? 'node.exe' : 'node';
  const pinned = path.join(root, 'node_modules', `node-${platform}-${process.arch}`, 'bin', name);
  if (existsSync(pinned)) return pinned;
  if (Number.parseInt(process.versions.node, 10) >= 24) return process.execPath;
  return fail(
    `Godown needs Node 24 or newer. The package brings none for ${process.platform} on ${process.arch}, and the ` +
      `machine's own is ${process.version}: install Node 24 from https://nodejs.org, then try again.`,
  );
}

/** Runs the script in a child process; forwards signals to it and its exit code. */
function runOn(node, script, args) {
  const env = { ...process.env, NODE_COMPILE_CACHE: compileCache };
  const child = spawn(node, [...process.execArgv, script, ...args], { stdio: 'inherit', env });
  child.on('error', (error) => fail(`${node} could not be started: ${error.message}`));
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  process.on('SIGHUP', () => child.kill('SIGHUP'));
  // Ctrl-C in a terminal reaches the child directly; forwarded too, it would force an immediate stop.
  const atTerminal = process.stdin.isTTY || process.stdout.isTTY || process.stderr.isTTY;
  process.on('SIGINT', () => atTerminal || child.kill('SIGINT'));
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
}

/**
 * Ends this process when npm ends. npm runs scripts through a shell; a SIGTERM to npm ends the shell without reaching this
 * process, and an orphaned server would hold its port.
 */
function endWithNpm() {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 200);
  watch.unref();
}

const [name = '', ...args] = process.argv.slice(2);
const task = Object.hasOwn(tasks, name) ? tasks[name] : undefined;
if (!task) fail(`There is no task "${name}". The tasks are: ${Object.keys(tasks).join(', ')}.`);

if (process.env.npm_lifecycle_event) endWithNpm();

const missing = installIsNeeded(!task.production);
if (missing) install(!task.production);

const node = findNode();
const script = path.join(root, task.script);
if (!missing && realpathSync(node) === realpathSync(process.execPath)) {
  // npm puts node_modules/.bin first in PATH: once installed, this already is the pinned Node.
  module.enableCompileCache?.(compileCache);
  process.argv = [node, script, ...args];
  await import(pathToFileURL(script).href);
} else {
  runOn(node, script, args);
}

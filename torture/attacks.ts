/** Every attack, in the order of docs/reliability.md. */
import { access } from './access/access.ts';
import { guess } from './access/guess.ts';
import { backup } from './backups/backup.ts';
import { clock } from './clock/clock.ts';
import { diskFull } from './crashes/diskFull.ts';
import { failedSync } from './crashes/failedSync.ts';
import { kill } from './crashes/kill.ts';
import { killStart } from './crashes/killStart.ts';
import { power } from './crashes/power.ts';
import { history } from './history/history.ts';
import { bodies } from './input/bodies.ts';
import { files } from './input/files.ts';
import { fuzz } from './input/fuzz.ts';
import { exhaust } from './load/exhaust.ts';
import { load } from './load/load.ts';
import { pack } from './packs/pack.ts';
import { engine } from './postgres/engine.ts';
import { failover } from './postgres/failover.ts';
import { upgrade } from './postgres/upgrade.ts';
import type { Attack } from './runner/attack.ts';
import { hold } from './stock/hold.ts';
import { once } from './stock/idempotency.ts';
import { lostUpdate } from './stock/lostUpdate.ts';
import { model } from './stock/model.ts';
import { race } from './stock/race.ts';
import { tornReads } from './stock/tornReads.ts';
import { trace } from './stock/trace.ts';

export const attacks: readonly Attack[] = [
  kill,
  killStart,
  power,
  diskFull,
  failedSync,
  race,
  tornReads,
  once,
  model,
  lostUpdate,
  engine,
  failover,
  backup,
  history,
  access,
  guess,
  fuzz,
  bodies,
  files,
  load,
  exhaust,
  clock,
  upgrade,
  pack,
  trace,
  hold,
];

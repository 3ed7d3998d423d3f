/** Every attack, in the order of docs/reliability.md. */
import type { Attack } from './attack.ts';
import { access } from './access.ts';
import { backup } from './backup.ts';
import { clock } from './clock.ts';
import { diskFull } from './diskFull.ts';
import { engine } from './engine.ts';
import { failover } from './failover.ts';
import { files } from './files.ts';
import { fuzzing } from './fuzz.ts';
import { guess } from './guess.ts';
import { history } from './history.ts';
import { kill } from './kill.ts';
import { killStart } from './killStart.ts';
import { load } from './load.ts';
import { lostUpdate } from './lostUpdate.ts';
import { model } from './model.ts';
import { once } from './once.ts';
import { power } from './power.ts';
import { race } from './race.ts';
import { upgrade } from './upgrade.ts';

export const attacks: readonly Attack[] = [
  kill,
  killStart,
  power,
  diskFull,
  race,
  once,
  model,
  lostUpdate,
  engine,
  failover,
  backup,
  history,
  access,
  guess,
  fuzzing,
  files,
  load,
  clock,
  upgrade,
];

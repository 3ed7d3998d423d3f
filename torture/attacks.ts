/** Every attack, in the order of docs/reliability.md. */
import type { Attack } from './attack.ts';
import { backup } from './backup.ts';
import { kill } from './kill.ts';

export const attacks: readonly Attack[] = [kill, backup];

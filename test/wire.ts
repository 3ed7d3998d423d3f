/** A wire to a server on loopback that can be cut, broken in the midst of what goes through it, silenced, and mended. */
import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

type State = 'whole' | 'breaking' | 'losing commits' | 'silent';

/** How PostgreSQL says that a transaction is committed. */
const COMMITTED = 'COMMIT\0';

/** The two ends of one connection. */
class Strand {
  state: State = 'whole';
  readonly #ends: readonly [Socket, Socket];

  constructor(near: Socket, far: Socket, onClosed: () => void) {
    this.#ends = [near, far];
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      // A broken wire is what this is about; whoever uses it sees it from their own end.
      from.on('error', () => to.destroy());
      from.on('close', () => {
        if (near.destroyed && far.destroyed) onClosed();
        // The other end of a silent wire does not notice.
        if (this.state !== 'silent') to.destroy();
      });
      from.on('data', (bytes: Buffer) => this.#pass(bytes, to, from === far));
    }
  }

  #pass(bytes: Buffer, to: Socket, isAnswer: boolean): void {
    if (this.state === 'silent') return;
    if (this.state === 'losing commits' && isAnswer && bytes.includes(COMMITTED)) return this.destroy();
    if (this.state !== 'breaking') to.write(bytes);
    else to.end(bytes.subarray(0, Math.floor(bytes.length / 2)), () => this.destroy());
  }

  destroy(): void {
    for (const end of this.#ends) end.destroy();
  }
}

export interface Wire {
  port: number;
  /** Ends every connection and takes no others. */
  cut(): void;
  /** Takes connections again. */
  mend(): Promise<void>;
  /** Breaks every connection in the middle of the next thing that goes through it, or after so long; others may be made. */
  breakMidway(afterMs: number): Promise<void>;
  /** The same, but each breaks when the engine has committed a transaction and says so. */
  loseCommits(afterMs: number): Promise<void>;
  /** Lets nothing through on every connection there is, and closes none; others may be made. */
  silence(): void;
}

/** Makes a wire to a port of 127.0.0.1. */
export async function makeWire(target: number): Promise<Wire> {
  const strands = new Set<Strand>();
  let server: Server | undefined;
  const open = async (port: number): Promise<number> => {
    const opened = createServer((near) => {
      const strand: Strand = new Strand(near, connect(target, '127.0.0.1'), () => strands.delete(strand));
      strands.add(strand);
    }).listen(port, '127.0.0.1');
    server = opened;
    await once(opened, 'listening');
    const address = opened.address();
    return typeof address === 'object' && address ? address.port : 0;
  };
  const setAll = (state: State) => {
    for (const strand of strands) strand.state = state;
  };
  const breakAs = async (state: State, afterMs: number) => {
    const broken = [...strands];
    setAll(state);
    await delay(afterMs);
    for (const strand of broken) strand.destroy();
  };
  const port = await open(0);
  return {
    port,
    cut() {
      server?.close();
      for (const strand of strands) strand.destroy();
    },
    async mend() {
      await open(port);
    },
    breakMidway: async (afterMs) => await breakAs('breaking', afterMs),
    loseCommits: async (afterMs) => await breakAs('losing commits', afterMs),
    silence: () => setAll('silent'),
  };
}

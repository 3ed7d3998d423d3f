/** A server's system calls on files and connections, in order, as strace recorded them. */
import { spawnSync } from 'node:child_process';

export type FileEvent =
  | { what: 'write'; file: string; offset: number; bytes: Buffer }
  | { what: 'truncate'; file: string; length: number }
  | { what: 'sync'; file: string }
  | { what: 'unlink'; file: string };

export type TraceEvent = FileEvent | { what: 'answer'; text: string };

export function hasStrace(): boolean {
  return spawnSync('strace', ['--version']).status === 0;
}

/** Throws, with what to do, where strace is missing. */
export function requireStrace(): void {
  if (!hasStrace()) throw new Error('This attack needs strace, which is not here: apt-get install strace.');
}

/** The command prefix that traces a server. With -D signals go to the server, not to strace. */
export function tracedInto(file: string): string[] {
  const calls = 'pwrite64,write,writev,sendto,sendmsg,fsync,fdatasync,ftruncate,unlink,unlinkat';
  return ['strace', '-D', '-f', '-y', '-xx', '-s', '2000000', '--seccomp-bpf', '-e', `trace=${calls}`, '-o', file];
}

/** strace -xx writes every byte as \x12. */
function bytesOf(text: string): Buffer {
  return Buffer.from(text.replaceAll('\\x', ''), 'hex');
}

const patterns = {
  write: /^pwrite64\(\d+<([^>]*)>, "([^"]*)", \d+, (\d+)\) += (\d+)/,
  sync: /^f(?:data)?sync\(\d+<([^>]*)>\) += 0/,
  truncate: /^ftruncate\(\d+<([^>]*)>, (\d+)\) += 0/,
  unlink: /^unlink(?:at)?\((?:[^"]*, )?"([^"]*)".*\) += 0/,
  sent: /^(?:write|writev|sendto|sendmsg)\(\d+<([^>]*)>, (.*)/,
};

function eventOf(call: string): TraceEvent | undefined {
  const [, written = '', bytes = '', offset = '', length = ''] = patterns.write.exec(call) ?? [];
  const fileOf = (encoded = '') => bytesOf(encoded).toString();
  if (written !== '') {
    const content = bytesOf(bytes).subarray(0, Number(length));
    return { what: 'write', file: fileOf(written), offset: Number(offset), bytes: content };
  }
  const sync = patterns.sync.exec(call);
  if (sync) return { what: 'sync', file: fileOf(sync[1]) };
  const truncate = patterns.truncate.exec(call);
  if (truncate) return { what: 'truncate', file: fileOf(truncate[1]), length: Number(truncate[2]) };
  const unlink = patterns.unlink.exec(call);
  if (unlink) return { what: 'unlink', file: fileOf(unlink[1]) };
  const [, to = '', parts = ''] = patterns.sent.exec(call) ?? [];
  if (!/^(socket|TCP)/.test(fileOf(to))) return undefined;
  const text = Array.from(parts.matchAll(/"([^"]*)"/g), (part) => fileOf(part[1])).join('');
  return text.startsWith('HTTP/1.1 ') ? { what: 'answer', text } : undefined;
}

/** The events of a trace. An interrupted call counts at its end. */
export function readTrace(trace: string): TraceEvent[] {
  const events: TraceEvent[] = [];
  const unfinished = new Map<string, string>();
  for (const line of trace.split('\n')) {
    const [, thread = '', call = ''] = /^(\d+) +(.*)$/.exec(line) ?? [];
    if (call.endsWith('<unfinished ...>')) {
      unfinished.set(thread, call.slice(0, -'<unfinished ...>'.length));
      continue;
    }
    const resumed = /^<\.\.\. \w+ resumed>(.*)$/.exec(call);
    const event = eventOf(resumed ? (unfinished.get(thread) ?? '').trimEnd() + (resumed[1] ?? '') : call);
    if (event) events.push(event);
  }
  return events;
}

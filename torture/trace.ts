/** What a server did to its files and its connections, as strace wrote it down, in the order in which it was done. */

export type FileEvent =
  | { what: 'write'; file: string; offset: number; bytes: Buffer }
  | { what: 'truncate'; file: string; length: number }
  | { what: 'sync'; file: string }
  | { what: 'unlink'; file: string };

export type TraceEvent = FileEvent | { what: 'answer'; text: string };

/** How the server is run so that all of it is written to a file. As a grandchild strace leaves signals to the server. */
export function traced(file: string): string[] {
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
  const [, file = '', bytes = '', offset = '', length = ''] = patterns.write.exec(call) ?? [];
  if (file !== '') {
    const written = bytesOf(bytes).subarray(0, Number(length));
    return { what: 'write', file: bytesOf(file).toString(), offset: Number(offset), bytes: written };
  }
  const sync = patterns.sync.exec(call);
  if (sync) return { what: 'sync', file: bytesOf(sync[1] ?? '').toString() };
  const truncate = patterns.truncate.exec(call);
  if (truncate) return { what: 'truncate', file: bytesOf(truncate[1] ?? '').toString(), length: Number(truncate[2]) };
  const unlink = patterns.unlink.exec(call);
  if (unlink) return { what: 'unlink', file: bytesOf(unlink[1] ?? '').toString() };
  const [, to = '', parts = ''] = patterns.sent.exec(call) ?? [];
  if (!/^(socket|TCP)/.test(bytesOf(to).toString())) return undefined;
  const text = Array.from(parts.matchAll(/"([^"]*)"/g), (part) => bytesOf(part[1] ?? '').toString()).join('');
  return text.startsWith('HTTP/1.1 ') ? { what: 'answer', text } : undefined;
}

/** The events of a trace. A call that others interrupted is told of when it was done. */
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

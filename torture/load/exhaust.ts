/** Attack 16, memory: unfinished requests of strangers, unread answers, many large uploads at once. */
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { existsSync } from 'node:fs';
import { dataUrl, inwardFields, pdf } from '#test/factories.ts';
import { type Caller, callerAt, expectStatus, signIn, startServers } from '../clients/caller.ts';
import { register } from '../clients/people.ts';
import { hearStatus, openRequest } from '../clients/rawRequests.ts';
import { type Ground, prepareGround } from '../clients/writer.ts';
import type { Attack, Findings } from '../runner/attack.ts';
import { peakOf, resetPeak } from '../runner/memory.ts';
import { loggedFaults, type Server } from '../runner/server.ts';
import { isRefusal } from './people.ts';

const LIMIT_MB = 512;
const MEGA = 1024 * 1024;
const BILL_BYTES = 10 * MEGA;
/** Below the server's limit of 256 connections per address. */
const CONNECTIONS_PER_ADDRESS = 200;
/** The size of each flood, in the long form and in the short one, which has them all at once alone. */
const long = { strangers: 1000, readers: 35, uploads: 25, holdMs: 15_000 };
const short = { strangers: 200, readers: 35, uploads: 14, holdMs: 1000 };
const PIECE = Buffer.alloc(64 * 1024, 'x');
const PIECE_EVERY_MS = 20;
const POLL_INTERVAL_MS = 50;
/** Allowed latency of others' pages, on a busy machine. */
const PAGE_LIMIT_MS = 20_000;
const openCalls = ['checkUserAuthentication', 'verify-otp', 'validateToken', 'register'];

interface Attacked {
  server: Server;
  ground: Ground;
  greedyToken: string;
  other: Caller;
  inwardId: number;
  size: typeof long;
  found: Findings;
}

function billOf(bytes: number, { supplierId, materialIds: [materialId = 0] }: Ground) {
  const bill = Buffer.concat([pdf, Buffer.alloc(bytes - pdf.length, 'x')]);
  return inwardFields(supplierId, [[materialId, 1]], { billAttachment: dataUrl(bill) });
}

/** Sends an unending body until it is answered; a refusal must be well-formed. */
async function sendWithoutEnd(socket: Socket, bytes: number, isOver: () => boolean, found: Findings): Promise<void> {
  const heard: { status?: number } = {};
  const answered = hearStatus(socket).then((status) => Object.assign(heard, { status }));
  for (let sent = 0; sent < bytes && heard.status === undefined && !isOver(); sent += PIECE.length) {
    socket.write(PIECE.subarray(0, Math.min(PIECE.length, bytes - sent)));
    await delay(PIECE_EVERY_MS);
  }
  while (heard.status === undefined && !isOver()) await delay(POLL_INTERVAL_MS);
  socket.destroy();
  const { status } = await answered;
  // 0: disconnected while sending, or never answered.
  if (![0, 408, 413, 503].includes(status)) found.faults.push(`a stranger's unfinished body got ${status}`);
}

/** Strangers begin to send a megabyte each and never finish. */
async function strangers({ server, size, found }: Attacked, isOver: () => boolean): Promise<void> {
  found.count('unfinished requests of strangers', size.strangers);
  const sending = Array.from({ length: size.strangers }, async (_, index) => {
    const localAddress = `127.0.3.${1 + Math.floor(index / CONNECTIONS_PER_ADDRESS)}`;
    const line = `POST /api/Auth/${openCalls[index % openCalls.length]}`;
    const length = ([MEGA, 'chunked', 8000] as const)[index % 3] ?? MEGA;
    const socket = openRequest(server, line, { length, localAddress });
    if (length === 'chunked') socket.write(`${MEGA.toString(16)}\r\n`);
    await sendWithoutEnd(socket, (length === 'chunked' ? MEGA : length) - 1, isOver, found);
  });
  await Promise.all(sending);
}

/** One account requests a record with a large bill repeatedly and reads no answer. */
async function unreadAnswers({ server, greedyToken, inwardId, size, found }: Attacked, isOver: () => boolean) {
  found.count('answers not read', size.readers);
  const options = { token: greedyToken, localAddress: '127.0.4.1' };
  const line = `GET /api/inward/${inwardId}`;
  const sockets = Array.from({ length: size.readers }, () => openRequest(server, line, options));
  while (!isOver()) await delay(POLL_INTERVAL_MS);
  for (const socket of sockets) {
    // Queued requests have no answer yet.
    const status = await Promise.race([hearStatus(socket), delay(POLL_INTERVAL_MS, 0)]);
    socket.destroy();
    if (![0, 200, 503].includes(status)) found.faults.push(`an answer that wasn't read is ${status}`);
  }
}

async function uploads({ server, greedyToken, ground, size, found }: Attacked): Promise<void> {
  const call = callerAt(server, greedyToken, { localAddress: '127.0.5.1' });
  const body = billOf(BILL_BYTES, ground);
  const sending = Array.from({ length: size.uploads }, async () => {
    const answer = await call('POST', '/inward', body).catch(() => undefined);
    // It may be refused and disconnected while it sends.
    if (!answer || isRefusal(answer)) found.count('uploads refused with 503');
    else if (answer.status === 201) found.count('uploads taken');
    else found.faults.push(`an upload got ${answer.status}: ${answer.text}`);
  });
  await Promise.all(sending);
}

/** Others read pages and a bill, and save one, meanwhile. */
async function workMeanwhile({ other, inwardId, ground, found }: Attacked, isOver: () => boolean): Promise<void> {
  const bill = async () => {
    const read = await other('GET', `/inward/${inwardId}`);
    if (read?.status !== 200) found.faults.push(`somebody else's bill was answered with ${read?.status}`);
    const saved = await other('POST', '/inward', billOf(MEGA, ground));
    if (saved?.status !== 201) found.faults.push(`somebody else's inward was answered with ${saved?.status}`);
  };
  const bills = bill();
  for (; !isOver(); await delay(POLL_INTERVAL_MS)) {
    const start = performance.now();
    const answer = await other('GET', '/suppliers?page=1');
    const ms = performance.now() - start;
    found.count('pages of others meanwhile');
    found.most('slowest of those, ms', ms);
    if (answer?.status !== 200 || ms > PAGE_LIMIT_MS) {
      found.faults.push(`somebody else's page was answered with ${answer?.status} in ${Math.round(ms)} ms`);
    }
  }
  await bills;
}

type Flood = (attacked: Attacked, isOver: () => boolean) => Promise<void>;

/** Runs floods for a while and measures the server's peak memory. */
async function measure(attacked: Attacked, figure: string, floods: readonly Flood[]): Promise<void> {
  const { server, size, found } = attacked;
  resetPeak(server);
  const end = performance.now() + size.holdMs;
  let isDone = false;
  const flooding = Promise.all(floods.map((flood) => flood(attacked, () => performance.now() > end)));
  const working = workMeanwhile(attacked, () => isDone);
  await flooding.finally(() => (isDone = true));
  await working;
  const peak = peakOf(server);
  found.most(figure, peak);
  if (peak > LIMIT_MB) found.faults.push(`${peak} MB of memory ${figure}`);
}

export const exhaust: Attack = {
  name: 'exhaust',
  promise: 'Nobody can use up its memory, neither a stranger nor an account.',
  unit: 'times all of it',
  rounds: { long: 5, short: 1 },
  broken: {
    'bodies of open calls may be as large as others': [
      [
        'server/core/http/routes.ts',
        "access === 'anyone' ? BODY_LIMITS.anyone : BODY_LIMITS.others",
        'BODY_LIMITS.others',
      ],
    ],
    'a bill is in memory as a whole while it is sent, and many are sent at once': [
      ['server/core/records/attachments.ts', 'const PART_BYTES = 768 * 1024;', 'const PART_BYTES = 30 * 1024 * 1024;'],
      [
        'server/core/http/limits/slots.ts',
        'download: { slots: 8, queueLength: 100 },',
        'download: { slots: 100, queueLength: 100 },',
      ],
    ],
    'large bodies need no slot': [
      ['server/core/http/routes.ts', 'if (mayBeLarge(request, maxBytes))', 'if (bodyLimit < 0)'],
    ],
  },
  async run(context) {
    const { found } = context;
    const { server, call: admin } = await startServers(context, { count: 1 });
    if (!existsSync(`/proc/${server.pid}/status`)) {
      throw new Error('This attack needs /proc, where Linux says how much memory a process has had.');
    }
    const ground = await prepareGround(admin);
    const { inwardId } = await expectStatus(201, admin('POST', '/inward', billOf(BILL_BYTES, ground)));
    const greedyToken = await signIn(server, await register(admin, 'greedy@example.in', 'manager'));
    const isLong = context.rounds > exhaust.rounds.short;
    const size = isLong ? long : short;
    const attacked: Attacked = { server, ground, greedyToken, other: admin, inwardId, size, found };
    while (context.goesOn()) {
      await measure(attacked, 'MB at most, before', []);
      if (isLong) {
        await measure(attacked, 'while strangers send', [strangers]);
        await measure(attacked, 'while answers are not read', [unreadAnswers]);
        await measure(attacked, 'while bills come in', [uploads]);
      }
      await measure(attacked, 'all at once', [strangers, unreadAnswers, uploads]);
      context.countRound();
    }
    await expectStatus(200, callerAt(server)('GET', '/health'));
    found.faults.push(...loggedFaults(server));
  },
};

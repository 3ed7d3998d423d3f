/** What is refused because too much is asked: by how long the event loop is late, and by how many are worked on. */
import { PassThrough } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import Fastify from 'fastify';
import { describe, expect, test } from 'vitest';
import { errorTexts } from '#contract/errors.ts';
import { Admission, type Line } from './admission.ts';
import { TooMuch } from './errors.ts';
import { sendStream } from './streams.ts';

/** An event loop that is turned, and a clock that is set, by hand. */
function makeLoop() {
  const loop = { now: 1000, told: [] as number[], endTurn: () => undefined as void, goOn: () => undefined as void };
  const admission = new Admission({
    onRefused: (count) => loop.told.push(count),
    now: () => loop.now,
    afterTurn: (callback) => (loop.endTurn = callback),
    afterWhile: (callback) => (loop.goOn = callback),
  });
  const isTaken = () => {
    try {
      admission.admit('reading');
      return true;
    } catch (error) {
      expect(error).toBeInstanceOf(TooMuch);
      return false;
    }
  };
  /** A turn in which so many requests arrive that each keep the loop busy for so long; answers how many were taken. */
  const turn = (requests: number, ms: number): number => {
    let taken = 0;
    for (let count = 0; count < requests; count += 1) {
      if (!isTaken()) continue;
      taken += 1;
      loop.now += ms;
    }
    loop.endTurn();
    return taken;
  };
  return { loop, admission, isTaken, turn };
}

describe('a loop that is late', () => {
  test('after half a second of nothing but late turns each takes what fits into 15 ms, until for as long nobody was refused', () => {
    const { loop, turn } = makeLoop();
    for (let turns = 0; turns < 4; turns += 1) expect(turn(220, 0.5)).toBe(220);
    // The half second is over in the midst of this one.
    expect(turn(220, 0.5)).toBe(121);
    expect(turn(220, 0.5)).toBe(31);
    expect(turn(1000, 0.5)).toBe(31);
    // One that is in time, because so many were refused, doesn't end it.
    expect(turn(20, 0.5)).toBe(20);
    expect(turn(220, 0.5)).toBe(31);
    loop.now += 501;
    expect(turn(220, 0.5)).toBe(220);
  });

  test('turns of fewer than 80 requests are never too late', () => {
    const { turn } = makeLoop();
    for (let turns = 0; turns < 50; turns += 1) expect(turn(79, 5)).toBe(79);
  });

  test('where each takes long, 8 are taken in any case', () => {
    const { turn } = makeLoop();
    expect(turn(80, 5)).toBe(80);
    // The half second is over in the midst of this one.
    expect(turn(80, 5)).toBe(21);
    expect(turn(80, 5)).toBe(8);
    // None of which begins when the turn is late.
    expect(turn(80, 30)).toBe(2);
  });

  test('one request that takes long keeps nobody out, and neither does another, later', () => {
    const { loop, turn } = makeLoop();
    expect(turn(1, 900)).toBe(1);
    loop.now += 60_000;
    expect(turn(2, 900)).toBe(2);
    loop.now += 60_000;
    expect(turn(3, 200)).toBe(3);
  });
});

describe('requests that are worked on', () => {
  /** Begins so many that go on until `end`. */
  function begin(admission: Admission, line: Line, count: number) {
    const ends: (() => void)[] = [];
    const working = Array.from({ length: count }, () =>
      admission.during(line, () => new Promise<void>((resolve) => ends.push(resolve))),
    );
    return async () => {
      ends.forEach((end) => end());
      await Promise.all(working);
    };
  }

  test('500 at once, no more, and again as soon as one is done; other lines are counted apart', async () => {
    const { admission, isTaken } = makeLoop();
    const ends = [begin(admission, 'reading', 499), begin(admission, 'reading', 1)];
    expect(isTaken()).toBe(false);
    admission.admit('writing');
    admission.admit('passwords');
    // What was taken in before the line grew, and comes to its work only now.
    await expect(admission.during('reading', async () => {})).rejects.toThrow(errorTexts.tooMuchReading);
    await admission.during(undefined, async () => {});
    await ends[1]?.();
    expect(isTaken()).toBe(true);
    await ends[0]?.();
  });

  test('where the first has waited for three seconds, 80; fewer are never refused', async () => {
    const { admission, isTaken, loop } = makeLoop();
    const ends = [begin(admission, 'reading', 79), begin(admission, 'reading', 1)];
    loop.now += 3000;
    expect(isTaken()).toBe(true);
    loop.now += 1;
    expect(isTaken()).toBe(false);
    await ends[1]?.();
    loop.now += 60_000;
    expect(isTaken()).toBe(true);
    await ends[0]?.();
  });

  test('one that rests is not counted, and afterwards it has only just come; one that failed is over', async () => {
    const { admission, isTaken, loop } = makeLoop();
    let goOn: () => void = () => undefined;
    const turn = new Promise<void>((resolve) => (goOn = resolve));
    let end: () => void = () => undefined;
    const resting = admission.during('reading', async (rest) => {
      await rest(turn);
      await new Promise<void>((resolve) => (end = resolve));
    });
    const others = begin(admission, 'reading', 79);
    loop.now += 3001;
    expect(isTaken()).toBe(true);
    await others();
    const more = begin(admission, 'reading', 79);
    goOn();
    await turn;
    await Promise.resolve();
    loop.now += 3001;
    expect(isTaken()).toBe(false);
    end();
    await Promise.all([resting, more()]);
    for (let count = 0; count < 600; count += 1) {
      await expect(admission.during('reading', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    }
    expect(isTaken()).toBe(true);
  });
});

test('an answer that its client takes slowly keeps nobody out', async () => {
  const { admission, isTaken, loop } = makeLoop();
  const stream = new PassThrough();
  const app = Fastify();
  app.get('/', async (_request, reply) => await admission.during('reading', (rest) => sendStream(reply, stream, rest)));
  const answer = app.inject('/');
  stream.write('begun');
  while (stream.readableLength > 0) await nextTurn();
  const working = Array.from({ length: 79 }, () => Promise.withResolvers<void>());
  const others = working.map(({ promise }) => admission.during('reading', () => promise));
  loop.now += 60_000;
  expect(isTaken()).toBe(true);
  stream.end();
  expect((await answer).body).toBe('begun');
  for (const { resolve } of working) resolve();
  await Promise.all(others);
});

test('a refusal says so, and that nothing was saved where something was to be', () => {
  const { loop, admission, turn } = makeLoop();
  for (let turns = 0; turns < 5; turns += 1) turn(220, 0.5);
  for (let count = 0; count < 8; count += 1) admission.admit('writing');
  loop.now += 16;
  expect(() => admission.admit('reading')).toThrow(errorTexts.tooMuchReading);
  expect(() => admission.admit('writing')).toThrow(errorTexts.tooMuch);
});

test('the log hears of the first refusal at once, and every ten seconds of those that came since', () => {
  const { loop, admission } = makeLoop();
  admission.refusal('reading');
  for (let count = 0; count < 40; count += 1) admission.refusal('writing');
  expect(loop.told).toEqual([1]);
  loop.goOn();
  expect(loop.told).toEqual([1, 40]);
  loop.goOn();
  expect(loop.told).toEqual([1, 40]);
  admission.refusal('reading');
  expect(loop.told).toEqual([1, 40, 1]);
});

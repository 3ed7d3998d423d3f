/**
 * Searches a PDF for content that may act when a program opens it: scripts, actions, attached files. A careful
 * heuristic that refuses nothing: it looks for names everywhere, also with `#xx` escapes and in object streams, since a
 * reader takes an object from any offset. Content that it can't read is 'unchecked'.
 */
import { inflateSync, constants } from 'node:zlib';
import { activeContentKinds, type ActiveContent } from '#contract/core/attachments.ts';

/** Limits of unpacked content in one file, in bytes and in object streams. */
const MAX_UNPACKED = 32 * 1024 * 1024;
const LARGEST_STREAM = 8 * 1024 * 1024;
const MAX_STREAMS = 1000;
/** Objects in the streams of a file whose numbers and places are read. */
const MAX_OBJECTS = 100_000;
/** The longest list of numbers and places at the beginning of a stream, which usually holds some hundred objects. */
const MAX_INDEX_BYTES = 64 * 1024;
/** Actions on opening that are followed to their objects. */
const MAX_FOLLOWED = 20;
/** Length of the beginning of an object, which contains the type of an action. */
const OBJECT_HEAD = 600;

const kindsByName: ReadonlyMap<string, ActiveContent> = new Map([
  ['JavaScript', 'scripts'],
  ['JS', 'scripts'],
  ['OpenAction', 'opening'],
  ['AA', 'opening'],
  ['Launch', 'programs'],
  ['EmbeddedFiles', 'files'],
  ['EmbeddedFile', 'files'],
  ['XFA', 'forms'],
  ['SubmitForm', 'sending'],
  ['ImportData', 'sending'],
  ['RichMedia', 'media'],
]);

const SPACE = String.raw`[\0\t\n\f\r ]`;
/** White space and comments between two tokens. */
const GAP = String.raw`${SPACE}{0,32}(?:%[^\r\n]{0,80}[\r\n]${SPACE}{0,32}){0,3}`;
const BREAK = `${SPACE}{1,8}`;
const END = String.raw`(?=[\0\t\n\f\r ()<>[\]{}/%]|$)`;

/** Matches a name, each letter of which may be written as #xx. */
function nameSource(name: string): string {
  const letters = Array.from(name, (letter) => {
    const digits = (letter.codePointAt(0) ?? 0).toString(16);
    const hex = Array.from(digits, (digit) => `[${digit}${digit.toUpperCase()}]`).join('');
    return `(?:${letter}|#${hex})`;
  });
  return `/${letters.join('')}${END}`;
}

/** A name is followed by one of these; a comment or much space counts too, since reading on would take quadratic time. */
const followedBy = (values: string) => `(?=${SPACE}{0,32}(?:${values}|%)|${SPACE}{33})`;

// The two short names occur in compressed bytes by chance; with their values hardly ever.
const valueOf: Readonly<Record<string, string>> = {
  JS: followedBy(String.raw`[(<\d]`),
  AA: followedBy(String.raw`<<|\d`),
};
const activeName = new RegExp(
  [...kindsByName.keys()].map((name) => nameSource(name) + (valueOf[name] ?? '')).join('|'),
  'g',
);
const goTo = `[^<>]{0,${OBJECT_HEAD}}?${nameSource('S')}${GAP}${nameSource('GoTo')}`;
/** A page to begin with, or an action that goes to one: nothing of it acts. */
const harmless = new RegExp(`^${GAP}(?:\\[|<<${goTo})`);
const reference = new RegExp(String.raw`^${GAP}(\d{1,10})${BREAK}\d{1,5}${BREAK}R`);
/** A number, where outlines have a reference. */
const plainNumber = String.raw`\d{1,10}(?!\d)(?!${BREAK}\d{1,5}${BREAK}R)`;
const firstObject = new RegExp(String.raw`${nameSource('First')}${SPACE}{0,32}(${plainNumber})`);
const objectStream = new RegExp(`${nameSource('ObjStm')}|${nameSource('First')}${followedBy(plainNumber)}`);

interface ObjectStream {
  text: string;
  /** The number and the place of each object in turn; empty if the dictionary doesn't say where the first one begins. */
  objects: readonly number[];
}

interface Unpacked {
  streams: ObjectStream[];
  /** Whether all object streams could be unpacked. */
  isWhole: boolean;
}

function inflated(bytes: Buffer, limit: number): string | undefined {
  try {
    return inflateSync(bytes, { maxOutputLength: limit, finishFlush: constants.Z_SYNC_FLUSH }).toString('latin1');
  } catch {
    // Damaged, too large, encrypted or packed in another way: reported as not whole.
    return undefined;
  }
}

/** The number and the place in the stream of each of its objects, in turn. */
function objectsOf(content: string, first: number): number[] {
  const numbers = Array.from(content.slice(0, first).matchAll(/\d+/g), Number);
  return numbers.map((number, index) => (index % 2 === 0 ? number : first + number));
}

/** Unpacks the streams that hold objects. Each ends by itself: readers trust no declared length either. */
function unpack(bytes: Buffer, text: string): Unpacked {
  const streams: ObjectStream[] = [];
  let [isWhole, left, tried, before, numbers] = [true, MAX_UNPACKED, 0, 0, 2 * MAX_OBJECTS];
  for (const { 0: word, index } of text.matchAll(/(?:end)?stream[ \t]*(?:\r\n|\r|\n)?/g)) {
    const dictionary = text.slice(before, index);
    before = index + word.length;
    if (word.startsWith('end') || !objectStream.test(dictionary)) continue;
    tried += 1;
    if (tried > MAX_STREAMS || left <= 0) return { streams, isWhole: false };
    const content = inflated(bytes.subarray(before), Math.min(left, LARGEST_STREAM));
    // The numbers and places of its objects begin it, unless it is packed twice.
    if (content === undefined || !/^\s*(?:\d+\s+\d|$)/.test(content)) isWhole = false;
    // A failed stream may have taken as long as the largest one.
    left -= content?.length ?? LARGEST_STREAM;
    if (content === undefined) continue;
    const first = Number(firstObject.exec(dictionary)?.[1] ?? 0);
    const objects = first > MAX_INDEX_BYTES ? undefined : objectsOf(content, first);
    if (objects === undefined || objects.length > numbers) return { streams, isWhole: false };
    numbers -= objects.length;
    streams.push({ text: content, objects });
  }
  return { streams, isWhole };
}

/** The beginnings of all objects with a number: an older one may still be in the file. */
function objectHeads(number: string, text: string, streams: readonly ObjectStream[]): string[] {
  const isBegun = new RegExp(String.raw`(?<!\d)0{0,9}${number}${BREAK}\d{1,5}${BREAK}obj`, 'g');
  const heads = Array.from(text.matchAll(isBegun), ({ 0: begun, index }) =>
    text.slice(index + begun.length, index + begun.length + OBJECT_HEAD),
  );
  for (const { text: content, objects } of streams) {
    for (let each = 0; each + 1 < objects.length; each += 2) {
      const begin = objects[each] === Number(number) ? objects[each + 1] : undefined;
      if (begin !== undefined) heads.push(content.slice(begin, begin + OBJECT_HEAD));
    }
  }
  return heads;
}

/** Whether an action on opening only goes to a page, which many programs write. */
function isHarmless(value: string, text: string, streams: readonly ObjectStream[]): boolean {
  if (harmless.test(value)) return true;
  const number = reference.exec(value)?.[1];
  if (number === undefined) return false;
  const heads = objectHeads(String(Number(number)), text, streams);
  return heads.length > 0 && heads.every((head) => harmless.test(head));
}

function nameOf(written: string): string {
  const name = written.slice(1);
  if (!name.includes('#')) return name;
  return name.replaceAll(/#(..)/g, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)));
}

/** The kinds of active content in the bytes of a file, in the order of their list; none if the file is no PDF. */
export function findActiveContent(bytes: Uint8Array): ActiveContent[] {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!file.subarray(0, 5).equals(Buffer.from('%PDF-'))) return [];
  const text = file.toString('latin1');
  const { streams, isWhole } = unpack(file, text);
  const kinds = new Set<ActiveContent>(isWhole ? [] : ['unchecked']);
  let followed = 0;
  for (const content of [text, ...streams.map((stream) => stream.text)]) {
    for (const { 0: written, index } of content.matchAll(activeName)) {
      const name = nameOf(written);
      const kind = kindsByName.get(name);
      if (kind === undefined || kinds.has(kind)) continue;
      const begin = index + written.length;
      const value = content.slice(begin, begin + OBJECT_HEAD);
      if (name === 'OpenAction' && followed < MAX_FOLLOWED) {
        followed += 1;
        if (isHarmless(value, text, streams)) continue;
      }
      kinds.add(kind);
    }
  }
  return activeContentKinds.filter((kind) => kinds.has(kind));
}

export default findActiveContent;

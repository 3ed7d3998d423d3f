/** Records with tags, as Tally writes them as XML or as JSON: one tree for both. */
export interface Tagged {
  tag: string;
  /** The attribute of the name, where it has one. */
  name: string;
  text: string;
  children: Tagged[];
}

const token =
  /<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!\[CDATA\[([\s\S]*?)\]\]>|<(\/?)([\w.:-]+)((?:"[^"]*"|'[^']*'|[^"'>])*?)(\/?)>|([^<]+)/g;
const nameAttribute = /(?:^|\s)NAME\s*=\s*(?:"([^"]*)"|'([^']*)')/i;
const entity = /&(?:#x([0-9a-f]+)|#(\d+)|(amp|lt|gt|quot|apos));/gi;
const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
/** Tally marks its own words, such as Primary, by a character that XML forbids. */
const FIRST_PRINTED = 32;
const LAST_CODE = 0x10_ff_ff;

function codePoint(code: number): string {
  return code < FIRST_PRINTED || code > LAST_CODE ? '' : String.fromCodePoint(code);
}

function unescaped(text: string): string {
  return text
    .replaceAll(entity, (_, hex: string | undefined, digits: string | undefined, word: string | undefined) =>
      word === undefined
        ? codePoint(hex === undefined ? Number(digits) : Number.parseInt(hex, 16))
        : (named[word] ?? ''),
    )
    .replaceAll(/\p{Cc}/gu, ' ')
    .trim();
}

const plainTag = (tag: string) => tag.toUpperCase().replace(/\.LIST$/, '');

/** The tree of an XML text, as far as its tags are closed. */
export function taggedXml(xml: string): Tagged {
  const root: Tagged = { tag: '', name: '', text: '', children: [] };
  const open = [root];
  for (const [, data, closing, tag, attributes = '', empty, text] of xml.matchAll(token)) {
    const parent = open.at(-1) ?? root;
    if (tag === undefined) {
      parent.text += data ?? unescaped(text ?? '');
    } else if (closing === '/') {
      if (open.length > 1 && parent.tag === plainTag(tag)) open.pop();
    } else {
      const [, double, single] = nameAttribute.exec(attributes) ?? [];
      const child = { tag: plainTag(tag), name: unescaped(double ?? single ?? ''), text: '', children: [] };
      parent.children.push(child);
      if (empty !== '/') open.push(child);
    }
  }
  return root;
}

/** A value of JSON as the records of a tag: an array is as many of them. */
function taggedValue(tag: string, value: unknown): Tagged[] {
  if (Array.isArray(value)) return value.flatMap((each: unknown) => taggedValue(tag, each));
  if (typeof value !== 'object' || value === null) {
    const isText = typeof value === 'string' || typeof value === 'number';
    return [{ tag: plainTag(tag), name: '', text: isText ? unescaped(String(value)) : '', children: [] }];
  }
  const fields = new Map<string, unknown>(Object.entries(value));
  const metadata = new Map<string, unknown>(Object.entries(Object(fields.get('metadata'))));
  const [type, name] = [metadata.get('type'), metadata.get('name')];
  const children = [...fields].flatMap(([field, each]) => (field === 'metadata' ? [] : taggedValue(field, each)));
  const text = children.find((child) => child.tag === 'VALUE' && children.length < 3)?.text ?? '';
  return [
    {
      tag: plainTag(typeof type === 'string' ? type.replaceAll(' ', '') : tag),
      name: typeof name === 'string' ? unescaped(name) : '',
      text,
      children,
    },
  ];
}

/** The tree of a JSON text; undefined where it is none. */
export function taggedJson(text: string): Tagged | undefined {
  try {
    const parsed: unknown = JSON.parse(text);
    return { tag: '', name: '', text: '', children: taggedValue('', parsed) };
  } catch {
    return undefined;
  }
}

/** The records of a tag, however deep they stand. */
export function allOf(root: Tagged, tag: string): Tagged[] {
  return root.children.flatMap((child) => (child.tag === tag ? [child] : allOf(child, tag)));
}

/** The texts of the first of these tags that has one below a record. */
export function textsOf(record: Tagged, ...tags: readonly string[]): string[] {
  for (const tag of tags) {
    const texts = allOf(record, tag).flatMap((each) =>
      [each, ...each.children].map(({ text }) => text).filter(Boolean),
    );
    if (texts.length > 0) return texts;
  }
  return [];
}

export const textOf = (record: Tagged, ...tags: readonly string[]): string => textsOf(record, ...tags)[0] ?? '';

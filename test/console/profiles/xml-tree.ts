/** An element as a reader with namespaces sees it. */
export interface XmlElement {
  readonly name: string;
  readonly namespace: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: XmlElement[];
  text: string;
}

const token = /<\?[^?]*\?>|<\/([\w.-]+)>|<([\w.-]+)((?:\s+[\w:.-]+="[^"<]*")*)\s*(\/?)>|([^<]+)/gy;
const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Reads a document without prefixes, comments and CDATA; throws where it is not well-formed. */
export function readXml(text: string): XmlElement {
  const open: XmlElement[] = [];
  let root: XmlElement | undefined;
  token.lastIndex = 0;
  while (token.lastIndex < text.length) {
    const at = token.lastIndex;
    const match = token.exec(text);
    if (!match) throw new Error(`not well-formed at ${text.slice(at, at + 40)}`);
    const [, closed, opened, attributes, isEmpty, characters] = match;
    if (closed !== undefined && open.pop()?.name !== closed) throw new Error(`</${closed}> closes another element`);
    if (characters !== undefined) addText(open.at(-1), characters);
    if (opened === undefined) continue;
    const element = elementOf(opened, attributes, open.at(-1));
    if (open.length === 0 && root) throw new Error('more than one root');
    root ??= element;
    open.at(-1)?.children.push(element);
    if (!isEmpty) open.push(element);
  }
  if (!root || open.length > 0) throw new Error('an element is not closed');
  return root;
}

function elementOf(name: string, attributes: string, parent: XmlElement | undefined): XmlElement {
  const pairs = [...attributes.matchAll(/([\w:.-]+)="([^"]*)"/g)].map(([, key, value]) => [key, decoded(value)]);
  const { xmlns, ...others } = Object.fromEntries(pairs);
  return { name, namespace: xmlns ?? parent?.namespace ?? '', attributes: others, children: [], text: '' };
}

function addText(element: XmlElement | undefined, characters: string): void {
  if (element) element.text += decoded(characters).trim();
  else if (characters.trim() !== '') throw new Error('text outside the root');
}

function decoded(text: string): string {
  return text.replace(/&([^;]*);?/g, (all, name: string) => {
    if (entities[name] === undefined) throw new Error(`the entity ${all} is not known`);
    return entities[name];
  });
}

/** The element at a path of names, `SSIDConfig/SSID/name`; throws when it is not there. */
export function at(element: XmlElement, path: string): XmlElement {
  return path.split('/').reduce((found, name) => {
    const child = found.children.find((each) => each.name === name);
    if (!child)
      throw new Error(`${found.name} has no ${name}, but ${found.children.map((each) => each.name).join(', ')}`);
    return child;
  }, element);
}

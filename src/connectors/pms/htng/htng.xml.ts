import { SaxesParser } from 'saxes';
import { ConnectorProblem } from '../../../provisioning/connector/connector-problem.js';

const mostBytes = 1024 * 1024;
const mostElements = 20_000;
const mostLevels = 40;
const mostAttributes = 60;

/** Names without their prefixes: makers and years differ in namespaces. */
export interface HtngElement {
  readonly name: string;
  readonly namespace: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly HtngElement[];
  /** Of this element alone. */
  readonly text: string;
}

interface Open {
  readonly name: string;
  readonly namespace: string;
  readonly attributes: Record<string, string>;
  readonly children: HtngElement[];
  text: string;
}

/**
 * A document, read strictly: no document type and so no entities of its own, nothing from elsewhere, bounded in size
 * and depth.
 * @throws ConnectorProblem record_malformed
 */
export function xmlIn(body: Buffer): HtngElement {
  if (body.length > mostBytes) throw malformed(`more than ${mostBytes / 1024} KiB`);
  const parser = new SaxesParser({ xmlns: true });
  const path: Open[] = [];
  let root: HtngElement | undefined;
  let elements = 0;
  parser.on('error', (error) => {
    throw malformed(error.message.slice(0, 200));
  });
  parser.on('doctype', () => {
    throw malformed('a document type, which no hotel system needs');
  });
  parser.on('opentag', ({ local, uri, attributes }) => {
    elements += 1;
    const entries = Object.values(attributes).filter(
      ({ prefix, local: name }) => prefix !== 'xmlns' && name !== 'xmlns',
    );
    if (elements > mostElements || path.length >= mostLevels || entries.length > mostAttributes)
      throw malformed('too many elements, levels or attributes');
    path.push({
      name: local,
      namespace: uri,
      attributes: Object.fromEntries(entries.map(({ local: name, value }) => [name, value])),
      children: [],
      text: '',
    });
  });
  const text = (piece: string) => {
    const [open] = path.slice(-1);
    if (open) open.text += piece;
  };
  parser.on('text', text);
  parser.on('cdata', text);
  parser.on('closetag', () => {
    const closed = path.pop();
    if (!closed) return;
    const [parent] = path.slice(-1);
    if (parent) parent.children.push(closed);
    else root = closed;
  });
  parser.write(body.toString('utf8')).close();
  if (!root) throw malformed('no element');
  return root;
}

/** The first element of this path below `from`; an empty path is `from` itself. */
export function at(from: HtngElement | undefined, ...path: readonly string[]): HtngElement | undefined {
  return path.reduce<HtngElement | undefined>(
    (element, name) => element?.children.find((child) => child.name === name),
    from,
  );
}

export function all(from: HtngElement | undefined, name: string): readonly HtngElement[] {
  return from?.children.filter((child) => child.name === name) ?? [];
}

export function written({ name, namespace, attributes, children, text }: HtngElement, within = ''): string {
  const place = namespace === within ? '' : ` xmlns="${escaped(namespace)}"`;
  const pairs = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`);
  const inner = escaped(text.trim()) + children.map((child) => written(child, namespace)).join('');
  return `<${name}${place}${pairs.join('')}>${inner}</${name}>`;
}

export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

function malformed(what: string): ConnectorProblem {
  return new ConnectorProblem('record_malformed', `The message is not the XML that is expected: ${what}`);
}

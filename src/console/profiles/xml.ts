/** An element: name, attributes, and children or text. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly content: readonly XmlElement[] | string;
}

export type Children = readonly (XmlElement | undefined | false)[] | string | number | boolean;

/** `element('Type', 25)`, `element('Eap', { xmlns }, [ … ])`. Undefined and false children are left out. */
export function xmlElement(name: string, content: Children): XmlElement;
export function xmlElement(name: string, attributes: Readonly<Record<string, string>>, content: Children): XmlElement;
export function xmlElement(name: string, ...rest: readonly unknown[]): XmlElement {
  const [attributes, content] = (rest.length > 1 ? rest : [{}, rest[0]]) as [Record<string, string>, Children];
  return { name, attributes, content: Array.isArray(content) ? content.filter(Boolean) : String(content) };
}

/** A document in UTF-8 with its declaration. */
export function xmlDocument(root: XmlElement): Buffer {
  return Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n${written(root, '')}`);
}

function written({ name, attributes, content }: XmlElement, indent: string): string {
  const start = `${indent}<${name}${Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${escaped(value)}"`)
    .join('')}`;
  if (content.length === 0) return `${start}/>\n`;
  if (typeof content === 'string') return `${start}>${escaped(content)}</${name}>\n`;
  return `${start}>\n${content.map((child) => written(child, `${indent}  `)).join('')}${indent}</${name}>\n`;
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => escapes[character]);
}

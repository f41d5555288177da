/** A signed element as the library parses it: attributes in `$`, text in `_`, children by name. */
export type AssertionElement = Readonly<Record<string, unknown>>;

export function elementsOf(element: AssertionElement | undefined, name: string): AssertionElement[] {
  const found = element?.[name];
  return Array.isArray(found) ? found.filter(isElement) : [];
}

export function attributeOf(element: AssertionElement | undefined, name: string): string | null {
  const attributes = element?.$;
  const value = isElement(attributes) ? attributes[name] : undefined;
  return typeof value === 'string' ? value : null;
}

/** Trimmed; null: none. */
export function elementText(element: AssertionElement | undefined): string | null {
  const text = element?._;
  return typeof text === 'string' ? text.trim() || null : null;
}

/** The attributes of the person, by name. */
export function assertionAttributes(assertion: AssertionElement): ReadonlyMap<string, readonly string[]> {
  const all = new Map<string, string[]>();
  for (const statement of elementsOf(assertion, 'AttributeStatement'))
    for (const attribute of elementsOf(statement, 'Attribute')) {
      const values = elementsOf(attribute, 'AttributeValue').map(elementText);
      const name = attributeOf(attribute, 'Name') ?? '';
      all.set(name, [...(all.get(name) ?? []), ...values.filter((each) => each !== null)]);
    }
  return all;
}

export function isElement(value: unknown): value is AssertionElement {
  return typeof value === 'object' && value !== null;
}

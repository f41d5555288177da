/** A sentence that counts: a form for each of the language's plural categories (Intl.PluralRules). */
export type Counted = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string };

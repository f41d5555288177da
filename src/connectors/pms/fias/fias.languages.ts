/** Codes that are not ISO 639-1, or that an older set-up uses for another language (specification, language codes). */
const legacy: ReadonlyMap<string, string> = new Map(
  Object.entries({
    EA: 'en',
    GE: 'de',
    SP: 'es',
    CZ: 'cs',
    DK: 'da',
    FN: 'fi',
    GR: 'el',
    RL: 'ru',
    RS: 'ru',
    SC: 'sk',
    SW: 'sv',
    CT: 'ca',
    CR: 'hr',
    RI: 'id',
  }),
);

const iso = new Set(
  (
    'aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv ' +
    'dz ee el en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ' +
    'ia id ie ig ii ik io is it iu ja jv ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt ' +
    'lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn no nr nv ny oc oj om or os pa pi pl ps pt ' +
    'qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr ss st su sv sw ta te tg th ti tk tl tn to tr ' +
    'ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu'
  ).split(' '),
);

/** @returns ISO 639-1 in lower case; nothing for an unknown code. */
export function languageOf(code: string | undefined, overrides: ReadonlyMap<string, string>): string | undefined {
  if (code === undefined) return undefined;
  const known = code.trim().toUpperCase();
  const plain = known.toLowerCase();
  return overrides.get(known) ?? legacy.get(known) ?? (iso.has(plain) ? plain : undefined);
}

/** Reads `PO=pl`; skips anything of another form. */
export function languageOverrides(lines: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    lines.flatMap((line) => {
      const [, code, language] = /^\s*(\w{1,10})\s*=\s*([a-z]{2})\s*$/i.exec(line) ?? [];
      return code && iso.has(language.toLowerCase()) ? [[code.toUpperCase(), language.toLowerCase()] as const] : [];
    }),
  );
}

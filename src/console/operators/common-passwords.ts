const letters: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

let known: Promise<ReadonlySet<string>> | undefined;

/** 49,000 passwords that occur most in leaks; loaded when the first password is set. */
async function commonPasswords(): Promise<ReadonlySet<string>> {
  known ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) =>
      new Set((dictionary['passwords-common'] as readonly string[]).map((each) => each.toLowerCase())),
  );
  return known;
}

/**
 * Whether everybody would try this password: as it is, repeated, with digits around it, or with digits for letters
 * (`P4ssw0rd2026!`).
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  const common = await commonPasswords();
  return formsOf(password.normalize('NFC').toLowerCase()).some((form) => common.has(form));
}

function formsOf(folded: string): string[] {
  const bare = folded.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  const ends = folded.replaceAll(/^[^\p{L}@$]+|[\d\p{P}\p{S}\s]+$/gu, '');
  const [once] = /^(.+?)\1+$/s.exec(folded)?.slice(1) ?? [];
  const forms = [folded, bare, ends, ...(once ? [once] : [])];
  return [...forms, ...forms.map(spelled)].filter((form) => form.length >= 4);
}

function spelled(text: string): string {
  return text.replaceAll(/[013457@$!]/g, (sign) => letters[sign]);
}

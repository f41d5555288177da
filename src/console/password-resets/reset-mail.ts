/** Languages of the console. */
export const resetLanguages = ['en', 'de', 'fr', 'es', 'it', 'cs'] as const;
export type ResetLanguage = (typeof resetLanguages)[number];

interface Words {
  readonly subject: string;
  readonly greeting: (name: string) => string;
  readonly asked: string;
  /** Before the link. */
  readonly open: string;
  /** Before the code, where the address of the console is not known. */
  readonly enter: string;
  readonly valid: string;
  readonly ignore: string;
}

const texts: Readonly<Record<ResetLanguage, Words>> = {
  en: {
    subject: 'Choose a new password',
    greeting: (name) => `Hello ${name},`,
    asked: 'somebody, probably you, asked for a new password for your Wi-Fi console.',
    open: 'Open this page to choose one:',
    enter: 'Open your console at /console/reset and enter this code:',
    valid: 'It works once, for 30 minutes. Choosing a new password signs you out everywhere.',
    ignore: 'If it was not you, ignore this mail: your password stays as it is.',
  },
  de: {
    subject: 'Neues Passwort wählen',
    greeting: (name) => `Guten Tag ${name},`,
    asked: 'jemand, wahrscheinlich Sie selbst, hat ein neues Passwort für Ihre WLAN-Verwaltung angefordert.',
    open: 'Auf dieser Seite können Sie es wählen:',
    enter: 'Öffnen Sie in Ihrer Verwaltung die Seite /console/reset und geben Sie diesen Code ein:',
    valid: 'Das geht einmal, innerhalb von 30 Minuten. Danach sind Sie überall abgemeldet.',
    ignore: 'Wenn Sie es nicht waren, tun Sie nichts: Ihr Passwort bleibt, wie es ist.',
  },
  fr: {
    subject: 'Choisir un nouveau mot de passe',
    greeting: (name) => `Bonjour ${name},`,
    asked: 'quelqu’un, sans doute vous-même, a demandé un nouveau mot de passe pour votre console Wi-Fi.',
    open: 'Ouvrez cette page pour le choisir :',
    enter: 'Ouvrez la page /console/reset de votre console et saisissez ce code :',
    valid: 'Valable une seule fois, pendant 30 minutes. Vous serez ensuite déconnecté partout.',
    ignore: 'Si ce n’était pas vous, ignorez ce message : votre mot de passe reste inchangé.',
  },
  es: {
    subject: 'Elegir una contraseña nueva',
    greeting: (name) => `Hola, ${name}:`,
    asked: 'Alguien, probablemente usted, ha pedido una contraseña nueva para su consola Wi-Fi.',
    open: 'Abra esta página para elegirla:',
    enter: 'Abra la página /console/reset de su consola e introduzca este código:',
    valid: 'Sirve una sola vez, durante 30 minutos. Después se cerrarán todas sus sesiones.',
    ignore: 'Si no ha sido usted, ignore este mensaje: su contraseña sigue igual.',
  },
  it: {
    subject: 'Scegliere una nuova password',
    greeting: (name) => `Buongiorno ${name},`,
    asked: 'qualcuno, probabilmente Lei, ha chiesto una nuova password per la Sua console Wi-Fi.',
    open: 'Apra questa pagina per sceglierla:',
    enter: 'Apra la pagina /console/reset della Sua console e inserisca questo codice:',
    valid: 'Vale una sola volta, per 30 minuti. Dopo sarà disconnesso ovunque.',
    ignore: 'Se non è stato Lei, ignori questo messaggio: la password resta quella di prima.',
  },
  cs: {
    subject: 'Volba nového hesla',
    greeting: (name) => `Dobrý den, ${name},`,
    asked: 'někdo, pravděpodobně vy, požádal o nové heslo ke správě Wi-Fi.',
    open: 'Zvolit si ho můžete na této stránce:',
    enter: 'Otevřete ve své správě stránku /console/reset a zadejte tento kód:',
    valid: 'Platí jednou, po dobu 30 minut. Poté budete všude odhlášeni.',
    ignore: 'Pokud jste to nebyli vy, zprávu ignorujte: vaše heslo zůstává beze změny.',
  },
};

/** The first language of an Accept-Language header that we speak. */
export function resetLanguageOf(accepted: string | undefined): ResetLanguage {
  const wanted = (accepted ?? '').split(',').map((each) => each.trim().slice(0, 2).toLowerCase());
  return resetLanguages.find((language) => language === wanted.find((each) => isResetLanguage(each))) ?? 'en';
}

/**
 * A page of ours where USHER_BASE_URL says where we are, and else the code alone: what address a caller used is theirs
 * to choose, and must not lead somebody else's link to them.
 */
export function resetMail(
  language: ResetLanguage,
  token: string,
  baseUrl: string | null,
  { name }: { readonly name: string },
): { subject: string; text: string; html: string } {
  const { subject, greeting, asked, open, enter, valid, ignore } = texts[language];
  const page = baseUrl === null ? null : `${baseUrl.replace(/\/+$/, '')}/console/reset#${token}`;
  const before = [greeting(name), asked, page === null ? enter : open];
  const lines = [...before, page ?? token, valid, ignore];
  const place = page === null ? `<code>${token}</code>` : `<a href="${page}">${page}</a>`;
  const html = [...before.map(escaped), place, ...[valid, ignore].map(escaped)].map((each) => `<p>${each}</p>`);
  return {
    subject,
    text: `${lines.join('\n\n')}\n`,
    html: `<html lang="${language}"><body>${html.join('')}</body></html>`,
  };
}

function isResetLanguage(text: string): text is ResetLanguage {
  return (resetLanguages as readonly string[]).includes(text);
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

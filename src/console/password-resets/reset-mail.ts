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

interface ProviderWords {
  readonly subject: string;
  readonly required: string;
  /** Before the link. */
  readonly open: string;
  /** Where the address of the console is not known. */
  readonly find: string;
  readonly ignore: string;
}

/** For whoever asked for a new password, and signs in by a provider only. */
const providerTexts: Readonly<Record<ResetLanguage, ProviderWords>> = {
  en: {
    subject: 'How you sign in',
    required: 'your organization signs in with single sign-on: there is no password to forget.',
    open: 'Sign in here, with your work account:',
    find: 'Open the sign-in page of your console, and sign in with your work account.',
    ignore: 'If you did not ask for a new password, ignore this mail.',
  },
  de: {
    subject: 'So melden Sie sich an',
    required: 'Ihre Organisation verlangt die Anmeldung mit dem Firmenkonto: ein Passwort gibt es dafür nicht.',
    open: 'Melden Sie sich hier mit Ihrem Firmenkonto an:',
    find: 'Öffnen Sie die Anmeldeseite Ihrer Verwaltung und melden Sie sich mit Ihrem Firmenkonto an.',
    ignore: 'Wenn Sie kein neues Passwort angefordert haben, tun Sie nichts.',
  },
  fr: {
    subject: 'Comment vous connecter',
    required: 'votre organisation exige l’authentification unique : il n’y a pas de mot de passe à retrouver.',
    open: 'Connectez-vous ici avec votre compte professionnel :',
    find: 'Ouvrez la page de connexion de votre console et connectez-vous avec votre compte professionnel.',
    ignore: 'Si vous n’avez pas demandé de nouveau mot de passe, ignorez ce message.',
  },
  es: {
    subject: 'Cómo iniciar sesión',
    required: 'Su organización exige el inicio de sesión único: no hay ninguna contraseña que recuperar.',
    open: 'Inicie sesión aquí con su cuenta de trabajo:',
    find: 'Abra la página de inicio de sesión de su consola y entre con su cuenta de trabajo.',
    ignore: 'Si no ha pedido una contraseña nueva, ignore este mensaje.',
  },
  it: {
    subject: 'Come accedere',
    required: 'la Sua organizzazione richiede l’accesso unico (single sign-on): non c’è una password da recuperare.',
    open: 'Acceda qui con il Suo account di lavoro:',
    find: 'Apra la pagina di accesso della Sua console e acceda con il Suo account di lavoro.',
    ignore: 'Se non ha chiesto una nuova password, ignori questo messaggio.',
  },
  cs: {
    subject: 'Jak se přihlásit',
    required: 'vaše organizace vyžaduje jednotné přihlášení: žádné heslo k obnovení není.',
    open: 'Přihlaste se zde svým pracovním účtem:',
    find: 'Otevřete přihlašovací stránku své správy a přihlaste se svým pracovním účtem.',
    ignore: 'Pokud jste o nové heslo nežádali, zprávu ignorujte.',
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
): Mail {
  const { subject, greeting, asked, open, enter, valid, ignore } = texts[language];
  const page = baseUrl === null ? null : `${baseUrl.replace(/\/+$/, '')}/console/reset#${token}`;
  const before = [greeting(name), asked, page === null ? enter : open];
  const link = page === null ? { text: token, html: `<code>${token}</code>` } : linkTo(page);
  return mailOf(language, subject, [...before, link, valid, ignore]);
}

/** To the sign-in page, where whoever asked finds the providers of the organization. */
export function providerMail(
  language: ResetLanguage,
  baseUrl: string | null,
  { name, organizationId }: { readonly name: string; readonly organizationId: string },
): Mail {
  const { subject, required, open, find, ignore } = providerTexts[language];
  const before = [texts[language].greeting(name), required];
  if (baseUrl === null) return mailOf(language, subject, [...before, find, ignore]);
  const page = `${baseUrl.replace(/\/+$/, '')}/console/sign-in?organization=${organizationId}`;
  return mailOf(language, subject, [...before, open, linkTo(page), ignore]);
}

interface Mail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** As it stands in both forms of a mail. */
interface Passage {
  readonly text: string;
  readonly html: string;
}

function linkTo(page: string): Passage {
  return { text: page, html: `<a href="${page}">${page}</a>` };
}

function mailOf(language: ResetLanguage, subject: string, said: readonly (string | Passage)[]): Mail {
  const passages = said.map((each) => (typeof each === 'string' ? { text: each, html: escaped(each) } : each));
  return {
    subject,
    text: `${passages.map(({ text }) => text).join('\n\n')}\n`,
    html: `<html lang="${language}"><body>${passages.map(({ html }) => `<p>${html}</p>`).join('')}</body></html>`,
  };
}

function isResetLanguage(text: string): text is ResetLanguage {
  return (resetLanguages as readonly string[]).includes(text);
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

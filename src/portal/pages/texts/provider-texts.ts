import type { PortalLanguage } from '../../../console/captive-portals/portal-languages.js';

/** Of guests who are let in for some minutes to sign in at a provider. */
export interface ProviderTexts {
  readonly minutesTitle: string;
  readonly minutesText: string;
  readonly minutesOn: string;
  readonly reconnectText: string;
}

export const providerTexts: Readonly<Record<PortalLanguage, ProviderTexts>> = {
  en: {
    minutesTitle: 'Sign in now',
    minutesText:
      'For you to sign in, this device is let in until {time}. Copy this address or write it down, ' +
      'connect, and open it in your browser:',
    minutesOn: 'This device is online until {time}, for you to sign in. Open this address in your browser:',
    reconnectText:
      'You are signed in. This device now reconnects. If the Wi-Fi page comes up again, choose “{button}” there.',
  },
  de: {
    minutesTitle: 'Jetzt anmelden',
    minutesText:
      'Damit Sie sich anmelden können, ist dieses Gerät bis {time} freigeschaltet. Kopieren oder notieren ' +
      'Sie diese Adresse, verbinden Sie sich und öffnen Sie sie in Ihrem Browser:',
    minutesOn:
      'Dieses Gerät ist bis {time} online, damit Sie sich anmelden können. Öffnen Sie diese Adresse in ' +
      'Ihrem Browser:',
    reconnectText:
      'Sie sind angemeldet. Dieses Gerät verbindet sich nun neu. Erscheint die WLAN-Seite noch ' +
      'einmal, wählen Sie dort „{button}“.',
  },
  fr: {
    minutesTitle: 'Connectez-vous maintenant',
    minutesText:
      'Pour que vous puissiez vous identifier, cet appareil est admis jusqu’au {time}. Copiez ou notez ' +
      'cette adresse, connectez-vous, puis ouvrez-la dans votre navigateur :',
    minutesOn:
      'Cet appareil est en ligne jusqu’au {time} pour que vous puissiez vous identifier. Ouvrez cette ' +
      'adresse dans votre navigateur :',
    reconnectText:
      'Votre identification a réussi. Cet appareil se reconnecte. Si la page Wi-Fi réapparaît, ' +
      'choisissez « {button} ».',
  },
  es: {
    minutesTitle: 'Identifíquese ahora',
    minutesText:
      'Para que pueda identificarse, este dispositivo tiene acceso hasta el {time}. Copie o anote esta ' +
      'dirección, conéctese y ábrala en su navegador:',
    minutesOn:
      'Este dispositivo está en línea hasta el {time} para que pueda identificarse. Abra esta dirección en ' +
      'su navegador:',
    reconnectText:
      'Se ha identificado. Este dispositivo se conecta de nuevo. Si vuelve a aparecer la página del ' +
      'establecimiento, elija «{button}».',
  },
  it: {
    minutesTitle: 'Acceda ora',
    minutesText:
      'Per consentirle di accedere, questo dispositivo è ammesso fino al {time}. Copi o annoti questo ' +
      'indirizzo, si connetta e lo apra nel browser:',
    minutesOn:
      'Questo dispositivo è online fino al {time} per consentirle di accedere. Apra questo indirizzo nel browser:',
    reconnectText:
      'L’accesso è riuscito. Questo dispositivo ora si riconnette. Se la pagina Wi-Fi riappare, ' +
      'scelga «{button}».',
  },
  pt: {
    minutesTitle: 'Inicie sessão agora',
    minutesText:
      'Para que possa iniciar sessão, este dispositivo tem acesso até {time}. Copie ou anote este ' +
      'endereço, ligue-se e abra-o no seu navegador:',
    minutesOn:
      'Este dispositivo está online até {time} para que possa iniciar sessão. Abra este endereço no seu navegador:',
    reconnectText:
      'Iniciou sessão. Este dispositivo liga-se agora de novo. Se a página do Wi-Fi voltar a ' +
      'aparecer, escolha «{button}».',
  },
  nl: {
    minutesTitle: 'Meld u nu aan',
    minutesText:
      'Om u te kunnen aanmelden heeft dit apparaat toegang tot {time}. Kopieer of noteer dit adres, maak ' +
      'verbinding en open het in uw browser:',
    minutesOn: 'Dit apparaat is online tot {time}, zodat u zich kunt aanmelden. Open dit adres in uw browser:',
    reconnectText:
      'U bent aangemeld. Dit apparaat maakt nu opnieuw verbinding. Verschijnt de wifipagina weer, ' +
      'kies daar dan ‘{button}’.',
  },
  pl: {
    minutesTitle: 'Zaloguj się teraz',
    minutesText:
      'Aby można było się zalogować, to urządzenie ma dostęp do: {time}. Skopiuj lub zapisz ten adres, ' +
      'połącz się i otwórz go w przeglądarce:',
    minutesOn: 'To urządzenie jest online do: {time}, aby można było się zalogować. Otwórz ten adres w przeglądarce:',
    reconnectText:
      'Logowanie się powiodło. Urządzenie łączy się teraz ponownie. Jeśli strona Wi-Fi znów się pojawi, ' +
      'wybierz na niej „{button}”.',
  },
  cs: {
    minutesTitle: 'Přihlaste se',
    minutesText:
      'Abyste se mohli přihlásit, má toto zařízení přístup do {time}. Zkopírujte si nebo zapište tuto ' +
      'adresu, připojte se a otevřete ji v prohlížeči:',
    minutesOn: 'Toto zařízení je online do {time}, abyste se mohli přihlásit. Otevřete tuto adresu v prohlížeči:',
    reconnectText:
      'Jste přihlášeni. Zařízení se nyní připojuje znovu. Pokud se stránka Wi-Fi objeví znovu, zvolte na ní ' +
      '„{button}“.',
  },
  ja: {
    minutesTitle: 'サインインしてください',
    minutesText:
      'サインインのため、この端末は {time} まで接続できます。次のアドレスをコピーまたはメモし、' +
      '接続してからブラウザで開いてください。',
    minutesOn: 'サインインのため、この端末は {time} までオンラインです。次のアドレスをブラウザで開いてください。',
    reconnectText:
      'サインインしました。この端末は再接続します。Wi-Fi のページがもう一度表示されたら「{button}」を選んでください。',
  },
  zh: {
    minutesTitle: '请立即登录',
    minutesText: '为便于您登录，此设备在 {time} 之前可以上网。请复制或记下此网址，连接后在浏览器中打开：',
    minutesOn: '为便于您登录，此设备在 {time} 之前在线。请在浏览器中打开此网址：',
    reconnectText: '您已登录。此设备正在重新连接。如果再次出现 Wi-Fi 页面，请在其中选择“{button}”。',
  },
  ar: {
    minutesTitle: 'سجّل الدخول الآن',
    minutesText:
      'لكي تتمكن من تسجيل الدخول، يُسمح لهذا الجهاز بالاتصال حتى {time}. انسخ هذا العنوان أو دوّنه، ثم ' +
      'اتصل وافتحه في متصفحك:',
    minutesOn: 'هذا الجهاز متصل حتى {time} لكي تتمكن من تسجيل الدخول. افتح هذا العنوان في متصفحك:',
    reconnectText: 'تم تسجيل دخولك. يعيد هذا الجهاز الاتصال الآن. إذا ظهرت صفحة Wi-Fi مرة أخرى، فاختر فيها «{button}».',
  },
};

import type { PortalLanguage } from '../../../console/captive-portals/portal-languages.js';

/** Of guests who are let in for some minutes to pay by card. */
export interface PayMinutesTexts {
  readonly payMinutesTitle: string;
  readonly payMinutesText: string;
  readonly payMinutesOn: string;
  readonly payReconnectText: string;
}

export const payMinutesTexts: Readonly<Record<PortalLanguage, PayMinutesTexts>> = {
  en: {
    payMinutesTitle: 'Pay now',
    payMinutesText:
      'Your bank may ask you to confirm the payment in its app or on its own page. For that, this device ' +
      'is let in until {time}. Copy this address or write it down, connect, and open it in your browser:',
    payMinutesOn: 'This device is online until {time}, for you to pay. Open this address in your browser:',
    payReconnectText:
      'Your payment has been received. This device now reconnects. If the Wi-Fi page comes up ' +
      'again, choose “{button}” there.',
  },
  de: {
    payMinutesTitle: 'Jetzt bezahlen',
    payMinutesText:
      'Möglicherweise möchte Ihre Bank, dass Sie die Zahlung in ihrer App oder auf ihrer Seite ' +
      'bestätigen. Dafür ist dieses Gerät bis {time} freigeschaltet. Kopieren oder notieren Sie diese ' +
      'Adresse, verbinden Sie sich und öffnen Sie sie in Ihrem Browser:',
    payMinutesOn:
      'Dieses Gerät ist bis {time} online, damit Sie bezahlen können. Öffnen Sie diese Adresse in Ihrem Browser:',
    payReconnectText:
      'Ihre Zahlung ist eingegangen. Dieses Gerät verbindet sich nun neu. Erscheint die WLAN-Seite ' +
      'noch einmal, wählen Sie dort „{button}“.',
  },
  fr: {
    payMinutesTitle: 'Payez maintenant',
    payMinutesText:
      'Votre banque peut vous demander de confirmer le paiement dans son application ou sur sa page. Pour ' +
      'cela, cet appareil est admis jusqu’au {time}. Copiez ou notez cette adresse, connectez-vous, puis ' +
      'ouvrez-la dans votre navigateur :',
    payMinutesOn:
      'Cet appareil est en ligne jusqu’au {time} pour que vous puissiez payer. Ouvrez cette adresse dans ' +
      'votre navigateur :',
    payReconnectText:
      'Votre paiement a bien été reçu. Cet appareil se reconnecte. Si la page Wi-Fi ' +
      'réapparaît, choisissez « {button} ».',
  },
  es: {
    payMinutesTitle: 'Pague ahora',
    payMinutesText:
      'Es posible que su banco le pida confirmar el pago en su aplicación o en su página. Para ello, este ' +
      'dispositivo tiene acceso hasta el {time}. Copie o anote esta dirección, conéctese y ábrala en su ' +
      'navegador:',
    payMinutesOn:
      'Este dispositivo está en línea hasta el {time} para que pueda pagar. Abra esta dirección en su navegador:',
    payReconnectText:
      'Hemos recibido su pago. Este dispositivo se conecta de nuevo. Si vuelve a aparecer la página del ' +
      'establecimiento, elija «{button}».',
  },
  it: {
    payMinutesTitle: 'Paghi ora',
    payMinutesText:
      'La sua banca potrebbe chiederle di confermare il pagamento nella sua app o sulla sua pagina. Per ' +
      'questo il dispositivo è ammesso fino al {time}. Copi o annoti questo indirizzo, si connetta e lo ' +
      'apra nel browser:',
    payMinutesOn:
      'Questo dispositivo è online fino al {time} per consentirle di pagare. Apra questo indirizzo nel browser:',
    payReconnectText:
      'Il pagamento è stato ricevuto. Questo dispositivo ora si riconnette. Se la pagina Wi-Fi ' +
      'riappare, scelga «{button}».',
  },
  pt: {
    payMinutesTitle: 'Pague agora',
    payMinutesText:
      'O seu banco pode pedir-lhe que confirme o pagamento na aplicação ou na página dele. Para isso, ' +
      'este dispositivo tem acesso até {time}. Copie ou anote este endereço, ligue-se e abra-o no seu ' +
      'navegador:',
    payMinutesOn: 'Este dispositivo está online até {time} para que possa pagar. Abra este endereço no seu navegador:',
    payReconnectText:
      'O seu pagamento foi recebido. Este dispositivo liga-se agora de novo. Se a página do ' +
      'estabelecimento voltar a aparecer, escolha «{button}».',
  },
  nl: {
    payMinutesTitle: 'Nu betalen',
    payMinutesText:
      'Mogelijk vraagt uw bank u de betaling in haar app of op haar pagina te bevestigen. Daarvoor heeft ' +
      'dit apparaat toegang tot {time}. Kopieer of noteer dit adres, maak verbinding en open het in uw ' +
      'browser:',
    payMinutesOn: 'Dit apparaat is online tot {time}, zodat u kunt betalen. Open dit adres in uw browser:',
    payReconnectText:
      'Uw betaling is ontvangen. Dit apparaat maakt nu opnieuw verbinding. Verschijnt de pagina van het ' +
      'huis weer, kies daar dan ‘{button}’.',
  },
  pl: {
    payMinutesTitle: 'Zapłać teraz',
    payMinutesText:
      'Bank może poprosić o potwierdzenie płatności w swojej aplikacji lub na swojej stronie. W tym celu ' +
      'to urządzenie ma dostęp do: {time}. Skopiuj lub zapisz ten adres, połącz się i otwórz go w ' +
      'przeglądarce:',
    payMinutesOn: 'To urządzenie jest online do: {time}, aby można było zapłacić. Otwórz ten adres w przeglądarce:',
    payReconnectText:
      'Otrzymaliśmy płatność. Urządzenie łączy się teraz ponownie. Jeśli strona Wi-Fi znów się pojawi, ' +
      'wybierz na niej „{button}”.',
  },
  cs: {
    payMinutesTitle: 'Zaplaťte nyní',
    payMinutesText:
      'Vaše banka může chtít, abyste platbu potvrdili v její aplikaci nebo na její stránce. K tomu má ' +
      'toto zařízení přístup do {time}. Zkopírujte si nebo zapište tuto adresu, připojte se a otevřete ji ' +
      'v prohlížeči:',
    payMinutesOn: 'Toto zařízení je online do {time}, abyste mohli zaplatit. Otevřete tuto adresu v prohlížeči:',
    payReconnectText:
      'Vaši platbu jsme přijali. Zařízení se nyní připojuje znovu. Pokud se stránka Wi-Fi objeví znovu, ' +
      'zvolte na ní „{button}“.',
  },
  ja: {
    payMinutesTitle: 'お支払いください',
    payMinutesText:
      'お支払いの際、銀行のアプリやページで本人確認を求められることがあります。そのため、この端末は {time} まで接' +
      '続できます。次のアドレスをコピーまたはメモし、接続してからブラウザで開いてください。',
    payMinutesOn: 'お支払いのため、この端末は {time} までオンラインです。次のアドレスをブラウザで開いてください。',
    payReconnectText:
      'お支払いを確認しました。この端末は再接続します。Wi-Fi のページがもう一度表示されたら「{button}」を選んでください。',
  },
  zh: {
    payMinutesTitle: '请立即付款',
    payMinutesText:
      '您的银行可能会要求您在其应用或网页上确认付款。为此，此设备在 {time} 之前可以上网。请复制或记下此网址，连接后在浏览器中打开：',
    payMinutesOn: '为便于您付款，此设备在 {time} 之前在线。请在浏览器中打开此网址：',
    payReconnectText: '已收到您的付款。此设备正在重新连接。如果再次出现 Wi-Fi 页面，请在其中选择“{button}”。',
  },
  ar: {
    payMinutesTitle: 'ادفع الآن',
    payMinutesText:
      'قد يطلب منك مصرفك تأكيد الدفع في تطبيقه أو على صفحته. لذلك يُسمح لهذا الجهاز بالاتصال حتى {time}. ' +
      'انسخ هذا العنوان أو دوّنه، ثم اتصل وافتحه في متصفحك:',
    payMinutesOn: 'هذا الجهاز متصل حتى {time} لكي تتمكن من الدفع. افتح هذا العنوان في متصفحك:',
    payReconnectText:
      'تم استلام دفعتك. يعيد هذا الجهاز الاتصال الآن. إذا ظهرت صفحة Wi-Fi مرة أخرى، فاختر فيها «{button}».',
  },
};

import type { PortalLanguage } from '../../../console/captive-portals/portal-languages.js';

/** Texts of the page for a guest whose access is over. */
export interface EndedTexts {
  readonly endedTitle: string;
  readonly endedInTime: string;
  readonly endedVoucher: string;
  readonly endedStay: string;
}

export const endedTexts: Readonly<Record<PortalLanguage, EndedTexts>> = {
  en: {
    endedTitle: 'Your access has ended',
    endedInTime: 'Its time is up. To continue, sign in again.',
    endedVoucher: 'The voucher that you used is no longer valid.',
    endedStay: 'The account that you used has been closed, as after a check-out. Please ask at reception.',
  },
  de: {
    endedTitle: 'Ihr Zugang ist beendet',
    endedInTime: 'Die Zeit ist abgelaufen. Melden Sie sich wieder an, um fortzufahren.',
    endedVoucher: 'Der verwendete Gutschein ist nicht mehr gültig.',
    endedStay: 'Das verwendete Konto wurde geschlossen, etwa nach dem Check-out. Bitte fragen Sie an der Rezeption.',
  },
  fr: {
    endedTitle: 'Votre accès est terminé',
    endedInTime: 'Sa durée est écoulée. Pour continuer, connectez-vous de nouveau.',
    endedVoucher: 'Le bon d’accès que vous avez utilisé n’est plus valable.',
    endedStay:
      'Le compte que vous utilisiez a été fermé, comme après un départ. Veuillez vous adresser à la réception.',
  },
  es: {
    endedTitle: 'Su acceso ha terminado',
    endedInTime: 'Su tiempo se ha agotado. Para continuar, inicie sesión de nuevo.',
    endedVoucher: 'El vale que utilizó ya no es válido.',
    endedStay: 'La cuenta que utilizaba se ha cerrado, como ocurre tras la salida. Pregunte en recepción.',
  },
  it: {
    endedTitle: 'Il suo accesso è terminato',
    endedInTime: 'Il tempo è scaduto. Per continuare, acceda di nuovo.',
    endedVoucher: 'Il voucher utilizzato non è più valido.',
    endedStay: 'L’account utilizzato è stato chiuso, come dopo il check-out. Chieda alla reception.',
  },
  pt: {
    endedTitle: 'O seu acesso terminou',
    endedInTime: 'O tempo acabou. Para continuar, inicie sessão de novo.',
    endedVoucher: 'O voucher que utilizou já não é válido.',
    endedStay: 'A conta que utilizava foi fechada, como após a saída. Pergunte na receção.',
  },
  nl: {
    endedTitle: 'Uw toegang is beëindigd',
    endedInTime: 'De tijd is om. Meld u opnieuw aan om verder te gaan.',
    endedVoucher: 'De voucher die u gebruikte is niet meer geldig.',
    endedStay: 'Het gebruikte account is gesloten, zoals na het uitchecken. Vraag het aan de receptie.',
  },
  pl: {
    endedTitle: 'Twój dostęp się zakończył',
    endedInTime: 'Czas upłynął. Aby kontynuować, zaloguj się ponownie.',
    endedVoucher: 'Użyty voucher nie jest już ważny.',
    endedStay: 'Używane konto zostało zamknięte, jak po wymeldowaniu. Zapytaj w recepcji.',
  },
  cs: {
    endedTitle: 'Váš přístup skončil',
    endedInTime: 'Jeho čas uplynul. Chcete-li pokračovat, přihlaste se znovu.',
    endedVoucher: 'Použitý voucher už neplatí.',
    endedStay: 'Použitý účet byl uzavřen, jako po odjezdu. Zeptejte se prosím na recepci.',
  },
  ja: {
    endedTitle: 'ご利用は終了しました',
    endedInTime: '利用時間が終わりました。続けるには、もう一度サインインしてください。',
    endedVoucher: 'ご使用のバウチャーは無効になりました。',
    endedStay: 'チェックアウトなどにより、ご使用のアカウントは終了しました。フロントにお尋ねください。',
  },
  zh: {
    endedTitle: '您的上网权限已结束',
    endedInTime: '使用时间已到。如需继续，请重新登录。',
    endedVoucher: '您使用的上网券已失效。',
    endedStay: '您使用的账户已被关闭（例如退房之后）。请咨询前台。',
  },
  ar: {
    endedTitle: 'انتهى اتصالك',
    endedInTime: 'انتهت المدة. للمتابعة، سجّل الدخول مرة أخرى.',
    endedVoucher: 'لم تعد القسيمة التي استخدمتها صالحة.',
    endedStay: 'أُغلق الحساب الذي استخدمته، كما يحدث بعد المغادرة. يُرجى سؤال الاستقبال.',
  },
};

import type { PortalLanguage } from '../../../console/captive-portals/portal-languages.js';

/** Texts of the pages on which guests pay by card. */
export interface CardTexts {
  readonly cardText: string;
  readonly cardAccept: string;
  readonly cardLeading: string;
  readonly cardWaitingTitle: string;
  readonly cardWaitingText: string;
  readonly cardPage: string;
  readonly cardCancel: string;
  readonly cardNotPaid: string;
  readonly cardNotGiven: string;
  readonly cardReturned: string;
}

export const cardTexts: Readonly<Record<PortalLanguage, CardTexts>> = {
  en: {
    cardText: 'You will pay on the secure page of our payment provider.',
    cardAccept: 'Pay {price} by card',
    cardLeading: 'The payment page opens.',
    cardWaitingTitle: 'Waiting for your payment',
    cardWaitingText: 'As soon as it is confirmed, this page continues by itself.',
    cardPage: 'Go to the payment page',
    cardCancel: 'Do not pay',
    cardNotPaid: 'The payment was not completed, and nothing was charged. You may try again.',
    cardNotGiven: 'We could not give you what you paid for. The amount is being paid back to your card.',
    cardReturned: 'The payment for this access has been returned, so the access has ended.',
  },
  de: {
    cardText: 'Sie bezahlen auf der sicheren Seite unseres Zahlungsdienstes.',
    cardAccept: '{price} mit Karte bezahlen',
    cardLeading: 'Die Bezahlseite wird geöffnet.',
    cardWaitingTitle: 'Wir warten auf Ihre Zahlung',
    cardWaitingText: 'Sobald sie bestätigt ist, geht diese Seite von selbst weiter.',
    cardPage: 'Zur Bezahlseite',
    cardCancel: 'Nicht bezahlen',
    cardNotPaid:
      'Die Zahlung wurde nicht abgeschlossen; es wurde nichts abgebucht. Sie können es noch einmal versuchen.',
    cardNotGiven:
      'Wir konnten Ihnen nicht geben, wofür Sie bezahlt haben. Der Betrag wird auf Ihre Karte zurückgebucht.',
    cardReturned: 'Die Zahlung für diesen Zugang wurde zurückgebucht; deshalb ist er beendet.',
  },
  fr: {
    cardText: 'Vous payez sur la page sécurisée de notre prestataire de paiement.',
    cardAccept: 'Payer {price} par carte',
    cardLeading: 'La page de paiement s’ouvre.',
    cardWaitingTitle: 'En attente de votre paiement',
    cardWaitingText: 'Dès qu’il est confirmé, cette page continue d’elle-même.',
    cardPage: 'Aller à la page de paiement',
    cardCancel: 'Ne pas payer',
    cardNotPaid: 'Le paiement n’a pas abouti et rien n’a été débité. Vous pouvez réessayer.',
    cardNotGiven: 'Nous n’avons pas pu vous fournir ce que vous avez payé. Le montant est remboursé sur votre carte.',
    cardReturned: 'Le paiement de cet accès a été remboursé : l’accès a donc pris fin.',
  },
  es: {
    cardText: 'Pagará en la página segura de nuestro proveedor de pagos.',
    cardAccept: 'Pagar {price} con tarjeta',
    cardLeading: 'Se abre la página de pago.',
    cardWaitingTitle: 'Esperando su pago',
    cardWaitingText: 'En cuanto se confirme, esta página continúa sola.',
    cardPage: 'Ir a la página de pago',
    cardCancel: 'No pagar',
    cardNotPaid: 'El pago no se completó y no se ha cobrado nada. Puede intentarlo de nuevo.',
    cardNotGiven: 'No hemos podido darle lo que ha pagado. El importe se devuelve a su tarjeta.',
    cardReturned: 'El pago de este acceso se ha devuelto, por lo que el acceso ha terminado.',
  },
  it: {
    cardText: 'Pagherà sulla pagina sicura del nostro fornitore di pagamenti.',
    cardAccept: 'Paga {price} con carta',
    cardLeading: 'Si apre la pagina di pagamento.',
    cardWaitingTitle: 'In attesa del pagamento',
    cardWaitingText: 'Appena è confermato, questa pagina prosegue da sola.',
    cardPage: 'Vai alla pagina di pagamento',
    cardCancel: 'Non pagare',
    cardNotPaid: 'Il pagamento non è stato completato e nulla è stato addebitato. Può riprovare.',
    cardNotGiven: 'Non abbiamo potuto fornirle ciò che ha pagato. L’importo viene riaccreditato sulla sua carta.',
    cardReturned: 'Il pagamento di questo accesso è stato restituito, quindi l’accesso è terminato.',
  },
  pt: {
    cardText: 'O pagamento é feito na página segura do nosso prestador de pagamentos.',
    cardAccept: 'Pagar {price} com cartão',
    cardLeading: 'A página de pagamento vai abrir.',
    cardWaitingTitle: 'À espera do pagamento',
    cardWaitingText: 'Assim que for confirmado, esta página continua sozinha.',
    cardPage: 'Ir para a página de pagamento',
    cardCancel: 'Não pagar',
    cardNotPaid: 'O pagamento não foi concluído e nada foi cobrado. Pode tentar novamente.',
    cardNotGiven: 'Não foi possível dar-lhe aquilo que pagou. O valor será devolvido ao seu cartão.',
    cardReturned: 'O pagamento deste acesso foi devolvido, pelo que o acesso terminou.',
  },
  nl: {
    cardText: 'U betaalt op de beveiligde pagina van onze betaaldienst.',
    cardAccept: '{price} met kaart betalen',
    cardLeading: 'De betaalpagina wordt geopend.',
    cardWaitingTitle: 'We wachten op uw betaling',
    cardWaitingText: 'Zodra deze is bevestigd, gaat deze pagina vanzelf verder.',
    cardPage: 'Naar de betaalpagina',
    cardCancel: 'Niet betalen',
    cardNotPaid: 'De betaling is niet voltooid en er is niets afgeschreven. U kunt het opnieuw proberen.',
    cardNotGiven: 'We konden u niet geven waarvoor u hebt betaald. Het bedrag wordt op uw kaart teruggestort.',
    cardReturned: 'De betaling voor deze toegang is teruggestort; daarom is de toegang beëindigd.',
  },
  pl: {
    cardText: 'Płatność odbywa się na bezpiecznej stronie naszego operatora płatności.',
    cardAccept: 'Zapłać {price} kartą',
    cardLeading: 'Otwiera się strona płatności.',
    cardWaitingTitle: 'Czekamy na płatność',
    cardWaitingText: 'Gdy tylko zostanie potwierdzona, ta strona przejdzie dalej sama.',
    cardPage: 'Przejdź do strony płatności',
    cardCancel: 'Nie płać',
    cardNotPaid: 'Płatność nie została dokończona i niczego nie pobrano. Można spróbować ponownie.',
    cardNotGiven: 'Nie mogliśmy dać tego, za co zapłacono. Kwota zostanie zwrócona na kartę.',
    cardReturned: 'Płatność za ten dostęp została zwrócona, dlatego dostęp się zakończył.',
  },
  cs: {
    cardText: 'Zaplatíte na zabezpečené stránce našeho poskytovatele plateb.',
    cardAccept: 'Zaplatit {price} kartou',
    cardLeading: 'Otevírá se platební stránka.',
    cardWaitingTitle: 'Čekáme na vaši platbu',
    cardWaitingText: 'Jakmile bude potvrzena, stránka sama pokračuje.',
    cardPage: 'Přejít na platební stránku',
    cardCancel: 'Neplatit',
    cardNotPaid: 'Platba nebyla dokončena a nic nebylo strženo. Můžete to zkusit znovu.',
    cardNotGiven: 'Nemohli jsme vám dát to, za co jste zaplatili. Částka se vrací na vaši kartu.',
    cardReturned: 'Platba za tento přístup byla vrácena, proto přístup skončil.',
  },
  ja: {
    cardText: '決済サービスの安全なページでお支払いいただきます。',
    cardAccept: 'カードで {price} を支払う',
    cardLeading: 'お支払いページを開きます。',
    cardWaitingTitle: 'お支払いを待っています',
    cardWaitingText: '確認できしだい、このページは自動的に進みます。',
    cardPage: 'お支払いページへ',
    cardCancel: '支払わない',
    cardNotPaid: 'お支払いは完了しておらず、請求はありません。もう一度お試しいただけます。',
    cardNotGiven: 'お支払いいただいた内容をご提供できませんでした。金額はカードに返金されます。',
    cardReturned: 'このアクセスのお支払いは返金されたため、ご利用は終了しました。',
  },
  zh: {
    cardText: '您将在我们支付服务商的安全页面上付款。',
    cardAccept: '用银行卡支付 {price}',
    cardLeading: '正在打开付款页面。',
    cardWaitingTitle: '正在等待您的付款',
    cardWaitingText: '付款确认后，本页面会自动继续。',
    cardPage: '前往付款页面',
    cardCancel: '不付款',
    cardNotPaid: '付款未完成，没有扣款。您可以再试一次。',
    cardNotGiven: '我们无法提供您所购买的服务，款项将退回到您的银行卡。',
    cardReturned: '此项上网服务的付款已退回，因此服务已结束。',
  },
  ar: {
    cardText: 'ستدفع على الصفحة الآمنة لمزوّد خدمة الدفع لدينا.',
    cardAccept: 'ادفع {price} بالبطاقة',
    cardLeading: 'يتم فتح صفحة الدفع.',
    cardWaitingTitle: 'في انتظار الدفع',
    cardWaitingText: 'بمجرد تأكيده، تتابع هذه الصفحة تلقائيًا.',
    cardPage: 'الانتقال إلى صفحة الدفع',
    cardCancel: 'عدم الدفع',
    cardNotPaid: 'لم يكتمل الدفع ولم يُخصم أي مبلغ. يمكنك المحاولة مرة أخرى.',
    cardNotGiven: 'تعذّر علينا منحك ما دفعت مقابله. يُعاد المبلغ إلى بطاقتك.',
    cardReturned: 'أُعيد المبلغ المدفوع مقابل هذا الاتصال، ولذلك انتهى.',
  },
};

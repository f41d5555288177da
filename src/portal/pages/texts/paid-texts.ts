import type { PortalLanguage } from '../../../console/captive-portals/portal-languages.js';

/** Of the pages on which guests choose better access, and pay for it. */
export interface PaidTexts {
  readonly tiersTitle: string;
  readonly tiersText: string;
  readonly tiersChanged: string;
  readonly freeAccess: string;
  readonly chargeTitle: string;
  readonly chargeText: string;
  readonly chargeAccept: string;
  readonly chargingTitle: string;
  readonly chargingText: string;
  readonly chargeRefused: string;
  readonly chargeNotAllowed: string;
  readonly chargeNotNow: string;
  readonly chargeUnreachable: string;
  readonly chargeUnclear: string;
}

export const paidTexts: Readonly<Record<PortalLanguage, PaidTexts>> = {
  en: {
    tiersTitle: 'Choose your Wi-Fi',
    tiersText: 'Continue for free, or choose an upgrade.',
    tiersChanged: 'This offer has changed in the meantime. Please choose again.',
    freeAccess: 'Continue for free',
    chargeTitle: 'Confirm the price',
    chargeText: '{price} will be charged to room {room}.',
    chargeAccept: 'Charge {price} to my room',
    chargingTitle: 'Your room is being charged',
    chargingText: 'We are waiting for the hotel system. This page continues by itself.',
    chargeRefused: 'The hotel did not accept the charge, and nothing was charged. Please ask at reception.',
    chargeNotAllowed:
      'Nothing can be charged to this room, and nothing was charged. Please ask at reception, or ' +
      'continue for free.',
    chargeNotNow: 'The hotel is closing its books for the day. Nothing was charged. Please try again in half an hour.',
    chargeUnreachable:
      'The hotel system cannot be reached right now. Nothing was charged. Please try again in a few minutes.',
    chargeUnclear:
      'The hotel system has not answered. You were given nothing for it; the reception will check whether ' +
      'your room was charged. Please ask there before you try again.',
  },
  de: {
    tiersTitle: 'Wählen Sie Ihr WLAN',
    tiersText: 'Surfen Sie kostenlos oder wählen Sie ein Extra.',
    tiersChanged: 'Dieses Angebot hat sich inzwischen geändert. Bitte wählen Sie noch einmal.',
    freeAccess: 'Kostenlos weiter',
    chargeTitle: 'Preis bestätigen',
    chargeText: 'Zimmer {room} werden {price} berechnet.',
    chargeAccept: '{price} auf mein Zimmer buchen',
    chargingTitle: 'Der Betrag wird auf Ihr Zimmer gebucht',
    chargingText: 'Wir warten auf das Hotelsystem. Diese Seite geht von selbst weiter.',
    chargeRefused:
      'Das Hotel hat die Buchung nicht angenommen; es wurde nichts berechnet. Bitte fragen Sie an der Rezeption.',
    chargeNotAllowed:
      'Auf dieses Zimmer kann nichts gebucht werden; es wurde nichts berechnet. Bitte fragen Sie an der ' +
      'Rezeption, oder surfen Sie kostenlos weiter.',
    chargeNotNow:
      'Das Hotel macht gerade den Tagesabschluss. Es wurde nichts berechnet. Bitte versuchen Sie es in ' +
      'einer halben Stunde noch einmal.',
    chargeUnreachable:
      'Das Hotelsystem ist gerade nicht erreichbar. Es wurde nichts berechnet. Bitte versuchen Sie es in ' +
      'ein paar Minuten noch einmal.',
    chargeUnclear:
      'Das Hotelsystem hat nicht geantwortet. Sie haben nichts dafür erhalten; die Rezeption prüft, ob Ihr ' +
      'Zimmer belastet wurde. Bitte fragen Sie dort nach, bevor Sie es noch einmal versuchen.',
  },
  fr: {
    tiersTitle: 'Choisissez votre Wi-Fi',
    tiersText: 'Naviguez gratuitement ou choisissez une option payante.',
    tiersChanged: 'Cette offre a changé entre-temps. Veuillez choisir à nouveau.',
    freeAccess: 'Continuer gratuitement',
    chargeTitle: 'Confirmer le prix',
    chargeText: '{price} seront facturés à la chambre {room}.',
    chargeAccept: 'Facturer {price} à ma chambre',
    chargingTitle: 'Facturation à votre chambre en cours',
    chargingText: 'Nous attendons la réponse du système de l’hôtel. Cette page avance toute seule.',
    chargeRefused:
      'L’hôtel n’a pas accepté la facturation et rien n’a été facturé. Veuillez vous adresser à la réception.',
    chargeNotAllowed:
      'Rien ne peut être facturé à cette chambre et rien n’a été facturé. Adressez-vous à la réception ou ' +
      'continuez gratuitement.',
    chargeNotNow: 'L’hôtel clôture sa journée. Rien n’a été facturé. Veuillez réessayer dans une demi-heure.',
    chargeUnreachable:
      'Le système de l’hôtel est injoignable pour le moment. Rien n’a été facturé. Veuillez réessayer dans ' +
      'quelques minutes.',
    chargeUnclear:
      'Le système de l’hôtel n’a pas répondu. Vous n’avez rien reçu en échange ; la réception vérifiera si ' +
      'votre chambre a été débitée. Renseignez-vous là-bas avant de réessayer.',
  },
  es: {
    tiersTitle: 'Elija su wifi',
    tiersText: 'Navegue gratis o elija una mejora.',
    tiersChanged: 'Esta oferta ha cambiado entretanto. Elija de nuevo, por favor.',
    freeAccess: 'Continuar gratis',
    chargeTitle: 'Confirmar el precio',
    chargeText: 'Se cargarán {price} a la habitación {room}.',
    chargeAccept: 'Cargar {price} a mi habitación',
    chargingTitle: 'Se está cargando a su habitación',
    chargingText: 'Esperamos la respuesta del sistema del hotel. Esta página continúa sola.',
    chargeRefused: 'El hotel no ha aceptado el cargo y no se ha cobrado nada. Pregunte en recepción, por favor.',
    chargeNotAllowed:
      'No se puede cargar nada a esta habitación y no se ha cobrado nada. Pregunte en recepción o continúe ' +
      'gratis.',
    chargeNotNow:
      'El hotel está cerrando las cuentas del día. No se ha cobrado nada. Inténtelo de nuevo dentro de ' +
      'media hora.',
    chargeUnreachable:
      'Ahora no se puede contactar con el sistema del hotel. No se ha cobrado nada. Inténtelo de nuevo en ' +
      'unos minutos.',
    chargeUnclear:
      'El sistema del hotel no ha respondido. No se le ha dado nada a cambio; recepción comprobará si se ha ' +
      'hecho el cargo a su habitación. Pregunte allí antes de intentarlo de nuevo.',
  },
  it: {
    tiersTitle: 'Scelga il suo Wi-Fi',
    tiersText: 'Navighi gratis o scelga un’opzione a pagamento.',
    tiersChanged: 'Nel frattempo questa offerta è cambiata. Scelga di nuovo.',
    freeAccess: 'Continua gratis',
    chargeTitle: 'Confermare il prezzo',
    chargeText: '{price} saranno addebitati alla camera {room}.',
    chargeAccept: 'Addebita {price} alla mia camera',
    chargingTitle: 'Addebito alla sua camera in corso',
    chargingText: 'Attendiamo la risposta del sistema dell’hotel. Questa pagina prosegue da sola.',
    chargeRefused: 'L’hotel non ha accettato l’addebito e non è stato addebitato nulla. Si rivolga alla reception.',
    chargeNotAllowed:
      'A questa camera non si può addebitare nulla e non è stato addebitato nulla. Si rivolga alla ' +
      'reception o continui gratis.',
    chargeNotNow: 'L’hotel sta chiudendo i conti della giornata. Non è stato addebitato nulla. Riprovi tra mezz’ora.',
    chargeUnreachable:
      'Il sistema dell’hotel al momento non è raggiungibile. Non è stato addebitato nulla. Riprovi tra ' +
      'qualche minuto.',
    chargeUnclear:
      'Il sistema dell’hotel non ha risposto. Non ha ricevuto nulla in cambio; la reception verificherà se ' +
      'la sua camera è stata addebitata. Chieda lì prima di riprovare.',
  },
  pt: {
    tiersTitle: 'Escolha o seu Wi-Fi',
    tiersText: 'Navegue gratuitamente ou escolha uma opção paga.',
    tiersChanged: 'Esta oferta mudou entretanto. Escolha de novo, por favor.',
    freeAccess: 'Continuar gratuitamente',
    chargeTitle: 'Confirmar o preço',
    chargeText: '{price} serão debitados ao quarto {room}.',
    chargeAccept: 'Debitar {price} ao meu quarto',
    chargingTitle: 'O valor está a ser debitado ao seu quarto',
    chargingText: 'Aguardamos a resposta do sistema do hotel. Esta página avança sozinha.',
    chargeRefused: 'O hotel não aceitou o débito e nada foi cobrado. Dirija-se à receção, por favor.',
    chargeNotAllowed:
      'Nada pode ser debitado a este quarto e nada foi cobrado. Dirija-se à receção ou continue gratuitamente.',
    chargeNotNow: 'O hotel está a fechar as contas do dia. Nada foi cobrado. Tente de novo dentro de meia hora.',
    chargeUnreachable:
      'De momento, não é possível contactar o sistema do hotel. Nada foi cobrado. Tente de novo dentro de ' +
      'alguns minutos.',
    chargeUnclear:
      'O sistema do hotel não respondeu. Não recebeu nada em troca; a receção vai verificar se o seu quarto ' +
      'foi debitado. Pergunte lá antes de tentar de novo.',
  },
  nl: {
    tiersTitle: 'Kies uw wifi',
    tiersText: 'Surf gratis of kies een upgrade.',
    tiersChanged: 'Dit aanbod is intussen gewijzigd. Kies opnieuw.',
    freeAccess: 'Gratis verdergaan',
    chargeTitle: 'Prijs bevestigen',
    chargeText: 'Kamer {room} wordt {price} in rekening gebracht.',
    chargeAccept: '{price} op mijn kamer zetten',
    chargingTitle: 'Het bedrag wordt op uw kamer gezet',
    chargingText: 'We wachten op het hotelsysteem. Deze pagina gaat vanzelf verder.',
    chargeRefused:
      'Het hotel heeft de boeking niet geaccepteerd; er is niets in rekening gebracht. Vraag het aan de receptie.',
    chargeNotAllowed:
      'Op deze kamer kan niets worden geboekt; er is niets in rekening gebracht. Vraag het aan de receptie ' +
      'of ga gratis verder.',
    chargeNotNow: 'Het hotel sluit de dag af. Er is niets in rekening gebracht. Probeer het over een half uur opnieuw.',
    chargeUnreachable:
      'Het hotelsysteem is nu niet bereikbaar. Er is niets in rekening gebracht. Probeer het over een paar ' +
      'minuten opnieuw.',
    chargeUnclear:
      'Het hotelsysteem heeft niet geantwoord. U hebt er niets voor gekregen; de receptie gaat na of uw ' +
      'kamer is belast. Vraag het daar voordat u het opnieuw probeert.',
  },
  pl: {
    tiersTitle: 'Wybierz Wi-Fi',
    tiersText: 'Korzystaj bezpłatnie albo wybierz opcję płatną.',
    tiersChanged: 'Ta oferta zmieniła się w międzyczasie. Wybierz ponownie.',
    freeAccess: 'Dalej bezpłatnie',
    chargeTitle: 'Potwierdź cenę',
    chargeText: 'Kwotą {price} zostanie obciążony pokój {room}.',
    chargeAccept: 'Obciąż mój pokój kwotą {price}',
    chargingTitle: 'Trwa obciążanie pokoju',
    chargingText: 'Czekamy na system hotelowy. Ta strona sama przejdzie dalej.',
    chargeRefused: 'Hotel nie przyjął obciążenia i niczego nie naliczono. Zapytaj w recepcji.',
    chargeNotAllowed:
      'Tego pokoju nie można obciążyć i niczego nie naliczono. Zapytaj w recepcji albo korzystaj bezpłatnie.',
    chargeNotNow: 'Hotel zamyka właśnie rozliczenie dnia. Niczego nie naliczono. Spróbuj ponownie za pół godziny.',
    chargeUnreachable:
      'System hotelowy jest teraz nieosiągalny. Niczego nie naliczono. Spróbuj ponownie za kilka minut.',
    chargeUnclear:
      'System hotelowy nie odpowiedział. Nic za to nie otrzymano; recepcja sprawdzi, czy pokój został ' +
      'obciążony. Zapytaj tam, zanim spróbujesz ponownie.',
  },
  cs: {
    tiersTitle: 'Vyberte si Wi-Fi',
    tiersText: 'Připojte se zdarma, nebo si vyberte něco lepšího.',
    tiersChanged: 'Tato nabídka se mezitím změnila. Vyberte si prosím znovu.',
    freeAccess: 'Pokračovat zdarma',
    chargeTitle: 'Potvrďte cenu',
    chargeText: 'Na pokoj {room} bude účtováno {price}.',
    chargeAccept: 'Účtovat {price} na můj pokoj',
    chargingTitle: 'Částka se účtuje na váš pokoj',
    chargingText: 'Čekáme na hotelový systém. Tato stránka pokračuje sama.',
    chargeRefused: 'Hotel účtování nepřijal a nic nebylo účtováno. Zeptejte se prosím na recepci.',
    chargeNotAllowed:
      'Na tento pokoj nelze nic účtovat a nic účtováno nebylo. Zeptejte se prosím na recepci, nebo ' +
      'pokračujte zdarma.',
    chargeNotNow: 'Hotel právě provádí denní uzávěrku. Nic nebylo účtováno. Zkuste to prosím za půl hodiny.',
    chargeUnreachable: 'Hotelový systém teď není dostupný. Nic nebylo účtováno. Zkuste to prosím za několik minut.',
    chargeUnclear:
      'Hotelový systém neodpověděl. Nic jste za to nedostali; recepce ověří, zda byla částka naúčtována na ' +
      'váš pokoj. Než to zkusíte znovu, zeptejte se tam.',
  },
  ja: {
    tiersTitle: 'Wi-Fi を選ぶ',
    tiersText: '無料でご利用いただくか、有料プランをお選びください。',
    tiersChanged: 'この内容は変更されました。もう一度お選びください。',
    freeAccess: '無料で続ける',
    chargeTitle: '料金の確認',
    chargeText: '{room} 号室に {price} が請求されます。',
    chargeAccept: '{price} を部屋付けにする',
    chargingTitle: 'お部屋に請求しています',
    chargingText: 'ホテルのシステムの応答を待っています。このページは自動的に進みます。',
    chargeRefused: 'ホテルで請求が受け付けられませんでした。料金は請求されていません。フロントにお問い合わせください。',
    chargeNotAllowed:
      'このお部屋には請求できません。料金は請求されていません。フロントにお問い合わせいただくか、無料でお続けください。',
    chargeNotNow: 'ホテルは日次の締め処理中です。料金は請求されていません。30 分ほどしてからもう一度お試しください。',
    chargeUnreachable:
      '現在ホテルのシステムに接続できません。料金は請求されていません。数分後にもう一度お試しください。',
    chargeUnclear:
      'ホテルのシステムから応答がありませんでした。有料プランは開始されていません。お部屋に請求されたかどうかはフロントで確認します。もう一度お試しになる前にフロントにお問い合わせください。',
  },
  zh: {
    tiersTitle: '选择您的 Wi-Fi',
    tiersText: '您可以免费上网，也可以选择付费套餐。',
    tiersChanged: '该套餐已有变动，请重新选择。',
    freeAccess: '免费继续',
    chargeTitle: '确认价格',
    chargeText: '{price} 将记入 {room} 号房的账单。',
    chargeAccept: '将 {price} 记入我的房账',
    chargingTitle: '正在记入您的房账',
    chargingText: '正在等待酒店系统的答复。本页会自动继续。',
    chargeRefused: '酒店未接受此笔挂账，没有产生费用。请咨询前台。',
    chargeNotAllowed: '此房间不能挂账，没有产生费用。请咨询前台，或免费继续上网。',
    chargeNotNow: '酒店正在进行夜审，没有产生费用。请半小时后再试。',
    chargeUnreachable: '目前无法连接酒店系统，没有产生费用。请几分钟后再试。',
    chargeUnclear: '酒店系统没有答复。付费套餐未开通；前台会核实您的房账是否已被记账。再次尝试之前请先咨询前台。',
  },
  ar: {
    tiersTitle: 'اختر خدمة Wi-Fi',
    tiersText: 'تصفّح مجانًا أو اختر باقة مدفوعة.',
    tiersChanged: 'تغيّر هذا العرض في هذه الأثناء. يُرجى الاختيار من جديد.',
    freeAccess: 'المتابعة مجانًا',
    chargeTitle: 'تأكيد السعر',
    chargeText: 'سيُضاف {price} إلى حساب الغرفة {room}.',
    chargeAccept: 'إضافة {price} إلى حساب غرفتي',
    chargingTitle: 'تجري إضافة المبلغ إلى حساب غرفتك',
    chargingText: 'ننتظر رد نظام الفندق. ستتابع هذه الصفحة تلقائيًا.',
    chargeRefused: 'لم يقبل الفندق إضافة المبلغ، ولم يُحتسب أي شيء. يُرجى سؤال الاستقبال.',
    chargeNotAllowed:
      'لا يمكن إضافة أي مبلغ إلى حساب هذه الغرفة، ولم يُحتسب أي شيء. يُرجى سؤال الاستقبال أو المتابعة مجانًا.',
    chargeNotNow: 'يُقفل الفندق حسابات اليوم الآن. لم يُحتسب أي شيء. يُرجى المحاولة مرة أخرى بعد نصف ساعة.',
    chargeUnreachable: 'لا يمكن الوصول إلى نظام الفندق الآن. لم يُحتسب أي شيء. يُرجى المحاولة بعد بضع دقائق.',
    chargeUnclear:
      'لم يُجب نظام الفندق. لم تحصل على شيء مقابل ذلك، وسيتحقق الاستقبال مما إذا كان المبلغ قد أُضيف إلى ' +
      'حساب غرفتك. يُرجى السؤال هناك قبل المحاولة مرة أخرى.',
  },
};

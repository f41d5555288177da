import type { PortalLanguage } from '../../../console/captive-portals/portal-languages.js';

/** What a guest reads whom typing anything else would not help. */
export interface RemedyTexts {
  readonly joinFirst: string;
  readonly continueOverWifi: string;
  readonly notSetUp: string;
  readonly passwordExpired: string;
}

export const remedyTexts: Readonly<Record<PortalLanguage, RemedyTexts>> = {
  en: {
    joinFirst: 'The Wi-Fi itself has to open this page. Connect to it if you have not yet, then choose “{button}”.',
    continueOverWifi: 'Continue over the Wi-Fi',
    notSetUp: 'This page is not set up for any Wi-Fi yet, so it cannot let you in. Please tell the staff.',
    passwordExpired:
      'Your password has expired or must be changed. Change it at your organization, then sign in here ' +
      'with the new one.',
  },
  de: {
    joinFirst:
      'Diese Seite muss das WLAN selbst öffnen. Verbinden Sie sich damit, falls noch nicht geschehen, ' +
      'und wählen Sie dann „{button}“.',
    continueOverWifi: 'Über das WLAN weiter',
    notSetUp:
      'Diese Seite ist noch für kein WLAN eingerichtet und kann Sie deshalb nicht freischalten. Bitte ' +
      'sagen Sie es dem Personal.',
    passwordExpired:
      'Ihr Passwort ist abgelaufen oder muss geändert werden. Ändern Sie es bei Ihrer Organisation und ' +
      'melden Sie sich dann hier mit dem neuen an.',
  },
  fr: {
    joinFirst:
      'C’est le Wi-Fi lui-même qui doit ouvrir cette page. Connectez-vous-y si ce n’est pas encore fait, ' +
      'puis choisissez « {button} ».',
    continueOverWifi: 'Continuer par le Wi-Fi',
    notSetUp:
      'Cette page n’est encore configurée pour aucun Wi-Fi et ne peut donc pas vous donner accès. ' +
      'Veuillez le signaler au personnel.',
    passwordExpired:
      'Votre mot de passe a expiré ou doit être changé. Changez-le auprès de votre organisation, puis ' +
      'connectez-vous ici avec le nouveau.',
  },
  es: {
    joinFirst:
      'Es la propia wifi la que debe abrir esta página. Conéctese a ella si aún no lo ha hecho y después ' +
      'elija «{button}».',
    continueOverWifi: 'Continuar por la wifi',
    notSetUp: 'Esta página todavía no está configurada para ninguna wifi y no puede darle acceso. Avise al personal.',
    passwordExpired:
      'Su contraseña ha caducado o debe cambiarse. Cámbiela en su organización y después inicie sesión ' +
      'aquí con la nueva.',
  },
  it: {
    joinFirst:
      'È il Wi-Fi stesso che deve aprire questa pagina. Si connetta, se non l’ha ancora fatto, poi ' +
      'scelga «{button}».',
    continueOverWifi: 'Continua tramite il Wi-Fi',
    notSetUp:
      'Questa pagina non è ancora configurata per alcun Wi-Fi e non può darle accesso. Lo segnali al personale.',
    passwordExpired:
      'La sua password è scaduta o va cambiata. La cambi presso la sua organizzazione, poi acceda qui ' +
      'con quella nuova.',
  },
  pt: {
    joinFirst:
      'É o próprio Wi-Fi que tem de abrir esta página. Ligue-se a ele, se ainda não o fez, e depois ' +
      'escolha «{button}».',
    continueOverWifi: 'Continuar pelo Wi-Fi',
    notSetUp:
      'Esta página ainda não está configurada para nenhum Wi-Fi e não lhe pode dar acesso. Avise os funcionários.',
    passwordExpired:
      'A sua palavra-passe expirou ou tem de ser alterada. Altere-a na sua organização e depois inicie ' +
      'sessão aqui com a nova.',
  },
  nl: {
    joinFirst:
      'De wifi moet deze pagina zelf openen. Maak er verbinding mee als u dat nog niet hebt gedaan en ' +
      'kies dan ‘{button}’.',
    continueOverWifi: 'Verder via de wifi',
    notSetUp:
      'Deze pagina is nog voor geen enkele wifi ingesteld en kan u dus geen toegang geven. Meld het aan ' +
      'het personeel.',
    passwordExpired:
      'Uw wachtwoord is verlopen of moet worden gewijzigd. Wijzig het bij uw organisatie en meld u dan ' +
      'hier met het nieuwe aan.',
  },
  pl: {
    joinFirst:
      'Tę stronę musi otworzyć samo Wi-Fi. Połącz się z nim, jeśli nie masz jeszcze połączenia, a potem ' +
      'wybierz „{button}”.',
    continueOverWifi: 'Dalej przez Wi-Fi',
    notSetUp:
      'Ta strona nie jest jeszcze skonfigurowana dla żadnej sieci Wi-Fi i nie może dać dostępu. Powiadom obsługę.',
    passwordExpired:
      'Twoje hasło wygasło lub musi zostać zmienione. Zmień je w swojej organizacji, a potem zaloguj się ' +
      'tutaj nowym.',
  },
  cs: {
    joinFirst:
      'Tuto stránku musí otevřít sama Wi-Fi. Pokud ještě nejste připojeni, připojte se k ní a pak zvolte ' +
      '„{button}“.',
    continueOverWifi: 'Pokračovat přes Wi-Fi',
    notSetUp:
      'Tato stránka zatím není nastavena pro žádnou Wi-Fi, a proto vás nemůže připojit. Řekněte to ' +
      'prosím personálu.',
    passwordExpired:
      'Vaše heslo vypršelo nebo se musí změnit. Změňte si ho ve své organizaci a pak se zde přihlaste novým.',
  },
  ja: {
    joinFirst:
      'このページは Wi-Fi から開く必要があります。まだの場合は Wi-Fi に接続してから、「{button}」を選んでください。',
    continueOverWifi: 'Wi-Fi 経由で続ける',
    notSetUp: 'このページはまだどの Wi-Fi にも設定されていないため、接続できません。スタッフにお知らせください。',
    passwordExpired:
      'パスワードの有効期限が切れているか、変更が必要です。所属組織で変更してから、新しいパスワードでサインインしてください。',
  },
  zh: {
    joinFirst: '此页面需由 Wi-Fi 自动打开。如尚未连接，请先连接 Wi-Fi，然后选择“{button}”。',
    continueOverWifi: '通过 Wi-Fi 继续',
    notSetUp: '此页面尚未为任何 Wi-Fi 设置，因此无法让您上网。请告知工作人员。',
    passwordExpired: '您的密码已过期或必须更改。请在您所属的组织更改密码，然后用新密码在此登录。',
  },
  ar: {
    joinFirst: 'يجب أن تفتح شبكة Wi-Fi هذه الصفحة بنفسها. اتصل بها إن لم تكن متصلًا، ثم اختر «{button}».',
    continueOverWifi: 'المتابعة عبر Wi-Fi',
    notSetUp: 'لم تُعدّ هذه الصفحة بعد لأي شبكة Wi-Fi، لذا لا يمكنها السماح لك بالاتصال. يُرجى إبلاغ الموظفين.',
    passwordExpired: 'انتهت صلاحية كلمة مرورك أو يجب تغييرها. غيّرها لدى مؤسستك، ثم سجّل الدخول هنا بالكلمة الجديدة.',
  },
};

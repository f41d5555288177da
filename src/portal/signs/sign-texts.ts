import type { PortalLanguage } from '../../console/captive-portals/portal-languages.js';

export interface SignTexts {
  /** Above the address: what to do with the code and the name of the network. */
  readonly join: string;
  readonly open: string;
}

export const signTexts: Readonly<Record<PortalLanguage, SignTexts>> = {
  en: {
    join: 'Scan the code or choose this network.',
    open: 'If no page opens, type the address in a browser.',
  },
  de: {
    join: 'Scannen Sie den Code oder wählen Sie dieses Netz.',
    open: 'Öffnet sich keine Seite, geben Sie die Adresse in einem Browser ein.',
  },
  fr: {
    join: 'Scannez le code ou choisissez ce réseau.',
    open: 'Si aucune page ne s’ouvre, saisissez l’adresse dans un navigateur.',
  },
  es: {
    join: 'Escanee el código o elija esta red.',
    open: 'Si no se abre ninguna página, escriba la dirección en un navegador.',
  },
  it: {
    join: 'Scansioni il codice o scelga questa rete.',
    open: 'Se non si apre nessuna pagina, digiti l’indirizzo in un browser.',
  },
  pt: {
    join: 'Leia o código ou escolha esta rede.',
    open: 'Se nenhuma página se abrir, escreva o endereço num navegador.',
  },
  nl: {
    join: 'Scan de code of kies dit netwerk.',
    open: 'Gaat er geen pagina open, typ dan het adres in een browser.',
  },
  pl: {
    join: 'Zeskanuj kod lub wybierz tę sieć.',
    open: 'Jeśli nie otworzy się żadna strona, wpisz adres w przeglądarce.',
  },
  cs: {
    join: 'Naskenujte kód nebo vyberte tuto síť.',
    open: 'Pokud se neotevře žádná stránka, zadejte adresu do prohlížeče.',
  },
  ja: {
    join: 'コードを読み取るか、このネットワークを選んでください。',
    open: 'ページが開かない場合は、ブラウザーにアドレスを入力してください。',
  },
  zh: {
    join: '请扫描二维码或选择此网络。',
    open: '如果没有打开页面，请在浏览器中输入该地址。',
  },
  ar: {
    join: 'امسحوا الرمز أو اختاروا هذه الشبكة.',
    open: 'إذا لم تُفتح أي صفحة، فاكتبوا العنوان في المتصفح.',
  },
};

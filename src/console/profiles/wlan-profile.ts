import { type Enrollment, fileNameOf, type ProfileFile } from './enrollment.js';
import { xmlElement, xmlDocument } from './xml.js';
import { eapHostConfig } from './eap-host-config.js';

const wlan = 'http://www.microsoft.com/networking/WLAN/profile/v1';
const oneX = 'http://www.microsoft.com/networking/OneX/v1';

/**
 * For `netsh wlan add profile`: https://learn.microsoft.com/en-us/windows/win32/nativewifi/wlan-profileschema-schema
 * The schema fixes the order of elements. Authorities go by thumbprint; their certificates are installed separately.
 */
export function wlanProfile(enrollment: Enrollment): ProfileFile {
  const { profile } = enrollment;
  const root = xmlElement('WLANProfile', { xmlns: wlan }, [
    xmlElement('name', profile.ssid),
    xmlElement('SSIDConfig', [
      xmlElement('SSID', [
        xmlElement('hex', Buffer.from(profile.ssid).toString('hex').toUpperCase()),
        xmlElement('name', profile.ssid),
      ]),
      xmlElement('nonBroadcast', profile.hidden),
    ]),
    xmlElement('connectionType', 'ESS'),
    xmlElement('connectionMode', 'auto'),
    xmlElement('autoSwitch', false),
    xmlElement('MSM', [
      xmlElement('security', [
        xmlElement('authEncryption', [
          xmlElement('authentication', 'WPA2'),
          xmlElement('encryption', 'AES'),
          xmlElement('useOneX', true),
        ]),
        xmlElement('PMKCacheMode', 'enabled'),
        xmlElement('OneX', { xmlns: oneX }, [
          xmlElement('cacheUserData', true),
          xmlElement('authMode', 'user'),
          xmlElement('EAPConfig', [eapHostConfig(enrollment)]),
        ]),
      ]),
    ]),
  ]);
  return { fileName: fileNameOf(enrollment, 'xml'), mediaType: 'application/xml', content: xmlDocument(root) };
}

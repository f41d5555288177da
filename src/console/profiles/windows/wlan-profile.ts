import { type Enrollment, fileNameOf, type ProfileFile } from '../enrollment.js';
import { element, xmlDocument } from '../xml.js';
import { eapHostConfig } from './eap-host-config.js';

const wlan = 'http://www.microsoft.com/networking/WLAN/profile/v1';
const oneX = 'http://www.microsoft.com/networking/OneX/v1';

/**
 * For `netsh wlan add profile`: https://learn.microsoft.com/en-us/windows/win32/nativewifi/wlan-profileschema-schema
 * The order of elements is the schema's. It names the authorities by their thumbprints; the certificates themselves are installed beside.
 */
export function wlanProfile(enrollment: Enrollment): ProfileFile {
  const { profile } = enrollment;
  const root = element('WLANProfile', { xmlns: wlan }, [
    element('name', profile.ssid),
    element('SSIDConfig', [
      element('SSID', [element('hex', Buffer.from(profile.ssid).toString('hex').toUpperCase()), element('name', profile.ssid)]),
      element('nonBroadcast', profile.hidden),
    ]),
    element('connectionType', 'ESS'),
    element('connectionMode', 'auto'),
    element('autoSwitch', false),
    element('MSM', [
      element('security', [
        element('authEncryption', [element('authentication', 'WPA2'), element('encryption', 'AES'), element('useOneX', true)]),
        element('PMKCacheMode', 'enabled'),
        element('OneX', { xmlns: oneX }, [
          element('cacheUserData', true),
          element('authMode', 'user'),
          element('EAPConfig', [eapHostConfig(enrollment)]),
        ]),
      ]),
    ]),
  ]);
  return { fileName: fileNameOf(enrollment, 'xml'), mediaType: 'application/xml', content: xmlDocument(root) };
}

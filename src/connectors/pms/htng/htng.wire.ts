/**
 * Elements of HTNG's guest and room status messages (2010B, 2011B, 2014B) and of the OTA messages around them, without
 * their prefixes: confluence.protel.net, "HTNG_HotelRoomMoveNotifRQ" and its neighbours.
 */
export const message = {
  checkIn: 'HTNG_HotelCheckInNotifRQ',
  checkOut: 'HTNG_HotelCheckOutNotifRQ',
  roomMove: 'HTNG_HotelRoomMoveNotifRQ',
  stayUpdate: 'HTNG_HotelStayUpdateNotifRQ',
  reservation: 'OTA_HotelResNotifRQ',
  cancellation: 'OTA_CancelRQ',
} as const;

/** Kinds of `UniqueID@Type`, of OTA's code list UIT. */
export const idType = { customer: '1', cancellation: '15', reservation: '14' } as const;

/** Kinds of `Profile@ProfileType`, of OTA's code list PRT. */
export const profileType = { customer: '1', corporation: '3' } as const;

/** Never stored: nobody here needs them. */
export const droppedElements: ReadonlySet<string> = new Set([
  'Address',
  'Document',
  'PaymentCard',
  'PaymentForm',
  'PaymentForms',
  'Guarantee',
  'GuaranteesAccepted',
  'DepositPayments',
  'Comments',
  'SpecialRequests',
]);
export const droppedAttributes: ReadonlySet<string> = new Set(['BirthDate', 'Gender']);

export const soap = {
  eleven: 'http://schemas.xmlsoap.org/soap/envelope/',
  twelve: 'http://www.w3.org/2003/05/soap-envelope',
} as const;

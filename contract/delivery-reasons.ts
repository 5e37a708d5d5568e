/**
 * Why a message or an event was not delivered. What a mail server, a gateway or a network says comes after some of these texts, or
 * instead of them, and stays in its language.
 */
export const deliveryReasons = {
  stopped: 'They answered STOP',
  unsubscribed: 'They turned these e-mails off',
  outdated: 'The time for it has passed',
  visitUnknown: 'The visit does not exist',
  visitMoved: 'The visit was moved',
  visitChanged: 'The visit was cancelled, or they have come',
  visitOver: 'The visit is over',
  addressChangeStopped: 'The change of the address was stopped',
  told: 'Somebody has been informed meanwhile',
  quietHours: 'Delayed until the end of the quiet hours',
  nothingThere: 'What the message is about does not exist',
  tooLate: 'Too late: its code or link has expired',
  pushOff: 'Push was turned off in this browser',
  noGateway: 'No SMS gateway is connected',
  badAddress: 'The address is not valid',
  gatewayAnswered: 'The gateway answered',
  pushServiceAnswered: 'The push service answered',
  receiverAnswered: 'The receiver answered',
  redirected: 'Redirects are not followed',
  notPublic: 'The host name resolves to an address that is not on the internet',
  notWritten: 'The message could not be written',
  noConnection: 'The connection failed',
  noAnswer: 'No answer within 10 seconds',
  turnedOff: 'The webhook was turned off',
  turnedOffByProgram: 'The program turned the Subscription off',
  ended: 'The webhook has ended',
} as const

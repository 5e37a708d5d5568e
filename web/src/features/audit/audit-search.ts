import { addressOf, day, id, text } from '../../screen/address.ts'

/**
 * What the trail is narrowed by, in its address. People and things stand there by their ids only: names, references
 * and e-mails that are typed are health data and stay out of it.
 */
export const auditAddress = addressOf({
  action: text(/^[a-z_.]+$/),
  by: id,
  about: text(/^[\w:.-]{1,60}$/),
  from: day,
  to: day,
})

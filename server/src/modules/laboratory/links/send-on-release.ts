import type { Visit } from '#server/modules/booking/index.ts'
import { readAccountTold } from '#server/modules/people/index.ts'
import { laboratorySettings } from '#server/modules/sites/index.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { dialled } from '#server/platform/dialled.ts'
import { whyNotLink, whyNotSms } from './list-links.ts'
import { isGuest, sendsLinks } from './queries-links.ts'
import { sendLink } from './write-link.ts'

/**
 * Sends a link to a report that was just released, if the laboratory wants that, to a patient who has a phone number and no account, or
 * one that they never log in to, since they booked as a guest. They must be able to answer what the link asks for. Returns whether it
 * was sent.
 */
export async function sendLinkOnRelease(inside: SignedIn, visit: Visit): Promise<boolean> {
  const { db } = inside
  if (!(await sendsLinks(db))) return false
  const told = await readAccountTold(db, visit)
  if (told && !(await isGuest(db, told.id))) return false
  const { phone: home } = await laboratorySettings(inside)
  const to = dialled(visit.patient.contact, home)
  if (to === '' || (await whyNotSms(inside, to)) !== null) return false
  if ((await whyNotLink(inside, visit)) !== null) return false
  await sendLink(inside, visit, { to, by: null })
  return true
}

import type { Visit } from '#server/modules/booking/index.ts'
import { readAccountTold } from '#server/modules/people/index.ts'
import { laboratorySettings } from '#server/modules/sites/index.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { dialled } from '#server/platform/dialled.ts'
import { whyNotLink, whyNotSms } from './list-links.ts'
import { sendsLinks } from './queries-links.ts'
import { sendLink } from './write-link.ts'

/**
 * Sends a link to a report that was just released, if the laboratory wants that and the patient has a phone number and no account,
 * and can answer what the link asks for. Others are told at the desk.
 */
export async function sendLinkOnRelease(inside: SignedIn, visit: Visit): Promise<void> {
  const { db } = inside
  if (!(await sendsLinks(db))) return
  if (await readAccountTold(db, visit)) return
  const { phone: home } = await laboratorySettings(inside)
  const to = dialled(visit.patient.contact, home)
  if (to === '' || (await whyNotSms(inside, to)) !== null || (await whyNotLink(inside, visit)) !== null)
    return
  await sendLink(inside, visit, { to, by: null })
}

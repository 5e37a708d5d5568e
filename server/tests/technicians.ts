import { expect } from 'vitest'
import type { Person, TestApp } from './harness.ts'
import { goodPassword } from './sign-up.ts'
import type { Mail } from './smtp-inbox.ts'

export const blood = 'Full Blood Count'
export const malaria = 'Blood Sugar,Blood Film for Malaria Parasites'

/** The body of the invitation form. */
export const invitationForm = (email: string, changes: object = {}) => ({
  fullName: 'Efua Mensah',
  email,
  specialties: [malaria, blood],
  ...changes,
})

/** The token in the link of an invitation, behind the #. */
export function invitationIn(mail: Mail): string {
  const token = /http:\/\/lab\.test\/tech-page\/[\da-f-]{36}#token=([\w-]{43})\n/.exec(mail.text)?.[1]
  if (token === undefined) throw new Error(`No invitation in: ${mail.text}`)
  return token
}

type Signed = { headers: { authorization: string } }
export const bearer = (token: string): Signed => ({ headers: { authorization: `Bearer ${token}` } })

/** Calls on technicians, by the manager unless another caller is given. */
export function staffOf(lab: TestApp, manager: Person) {
  let people = 0
  const newAddress = () => `invited${++people}@example.com`
  const invite = (body: unknown, by: Person = manager) =>
    lab.call('POST', '/api/technician/invite', { by, body })
  const manage = (method: 'PUT' | 'POST' | 'DELETE', path: string, options: { body?: unknown } = {}) =>
    lab.call(method, `/api/technician/${path}`, { by: manager, ...options })
  const listed = async () => (await lab.call('GET', '/api/technician', { by: manager })).json()

  async function invited(changes: object = {}): Promise<{ id: string; email: string; link: string }> {
    const email = newAddress()
    const answer = await invite(invitationForm(email, changes))
    expect(answer.statusCode, answer.body).toBe(201)
    return { id: answer.json().id, email, link: invitationIn(await lab.lastMailTo(email)) }
  }
  const accept = (link: string, password = goodPassword, confirmPassword = password) =>
    lab.call('POST', '/api/technician/accept-invitation/invitation', {
      body: { token: link, password, confirmPassword },
    })

  return {
    newAddress,
    invite,
    manage,
    listed,
    invited,
    accept,
    withAddress: async (email: string) =>
      (await listed()).filter((one: { email: string }) => one.email === email),
    /** The state of the link. */
    look: async (token: string) =>
      (await lab.call('POST', '/api/technician/invitation', { body: { token } })).json(),
    logIn: (email: string, password = goodPassword) =>
      lab.call('POST', '/api/technician/login', { body: { email, password } }),
    /** A technician who has accepted the invitation with the usual password. */
    async accepted(changes: object = {}) {
      const one = await invited(changes)
      const answer = await accept(one.link)
      expect(answer.statusCode, answer.body).toBe(200)
      return { ...one, by: bearer(answer.json().token) }
    },
    auditOf: (id: string) =>
      lab.db
        .selectFrom('audit')
        .select(['action', 'accountId', 'before', 'after', 'reason'])
        .where('subjectId', '=', id)
        .orderBy('id')
        .execute(),
  }
}

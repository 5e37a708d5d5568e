import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from './harness.ts'
import { bookingBody } from './visits.ts'

let lab: TestApp
let ama: Person
beforeAll(async () => {
  lab = await openTestApp()
  ama = await lab.signUpPatient({ fullName: 'Ama Owusu', email: 'ama@example.com' })
})
afterAll(() => lab.close())

const book = async (changes: Record<string, unknown> = {}) => {
  const body = { ...bookingBody, ...changes }
  const answer = await lab.call('POST', '/api/labtest/book', {
    by: ama,
    body: { ...body, patientDetails: { ...body.patientDetails, email: 'patient@example.com' } },
  })
  expect(answer.statusCode).toBeLessThan(300)
  return answer.json().appointment
}

describe('the mail about a visit', () => {
  test('the mail of a booking has time, place, reference, preparation and a calendar entry, and no test in its subject', async () => {
    const visit = await book({ testType: ['Blood Sugar'] })
    const mail = await lab.lastMailTo('patient@example.com')
    expect(mail.subject).toBe('Your laboratory visit is booked')
    expect(mail.subject).not.toContain('Blood')
    expect(mail.text).toContain(`Hello ${bookingBody.patientDetails.fullName},`)
    expect(mail.text).toContain(`Reference ${visit.reference}`)
    expect(mail.text).toContain('Main laboratory')
    expect(mail.text).toContain('Blood Sugar')
    expect(mail.text).toContain('Before you come:')
    expect(mail.calendar).toContain('METHOD:PUBLISH')
    expect(mail.calendar).toContain(`Reference ${visit.reference}`)
    expect(mail.calendar).not.toContain('Blood')
    expect(mail.raw).toMatch(/^Content-Type: text\/calendar;.*method=PUBLISH/im)
  })

  test('the mail of a cancellation removes the calendar entry, and has no preparation', async () => {
    const visit = await book({ scheduleTime: '11:00' })
    await lab.call('DELETE', `/api/labtest/appointment/${visit.id}/cancel`, { by: ama })
    const mail = await lab.lastMailTo('patient@example.com')
    expect(mail.subject).toBe('Your laboratory visit is cancelled')
    expect(mail.text).not.toContain('Before you come')
    expect(mail.calendar).toContain('METHOD:CANCEL')
    expect(mail.calendar).toContain('STATUS:CANCELLED')
    expect(mail.raw).toMatch(/^Content-Type: text\/calendar;.*method=CANCEL/im)
  })

  test('a mail written before a cancellation and sent after it does not restore the calendar entry', async () => {
    const visit = await book({ scheduleTime: '13:00' })
    await lab.call('DELETE', `/api/labtest/appointment/${visit.id}/cancel`, { by: ama })
    const mails = (await lab.mailsTo('patient@example.com')).filter(({ text }) =>
      text.includes(visit.reference),
    )
    expect(mails.map(({ subject }) => subject)).toEqual([
      'Your laboratory visit is booked',
      'Your laboratory visit is cancelled',
    ])
    for (const mail of mails) expect(mail.calendar).toContain('METHOD:CANCEL')
  })
})

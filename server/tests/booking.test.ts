import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type Person, type TestApp } from './harness.ts'
import { bookingBody } from './visits.ts'

let lab: TestApp
let ama: Person
let kofi: Person
let technician: Person

beforeAll(async () => {
  lab = await openTestApp()
  ama = await lab.signUpPatient({ fullName: 'Ama Mensah' })
  kofi = await lab.signUpPatient({ fullName: 'Kofi Owusu' })
  technician = await lab.makeStaff('technician')
})
afterAll(() => lab.close())

async function book(by: Person, change: object = {}, headers: Record<string, string> = {}) {
  return lab.call('POST', '/api/labtest/book', { by, body: { ...bookingBody, ...change }, headers })
}

describe('booking an appointment', () => {
  it('answers with the appointment as it was asked for', async () => {
    const answer = await book(ama, { scheduledDate: '2026-03-10', scheduleTime: '09:15' })
    expect(answer.statusCode).toBe(201)
    const { message, appointment } = answer.json()
    expect(message).toBe('Appointment booked successfully!')
    expect(appointment).toMatchObject({
      status: 'booked',
      priority: 'low',
      patientDetails: bookingBody.patientDetails,
      testType: ['Full Blood Count', 'Blood Sugar'],
      scheduledDate: '2026-03-10T09:15:00.000Z',
      scheduleTime: '09:15',
      durationMinutes: 15,
    })
    expect(appointment.reference).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/)
    expect(appointment.preparation).toHaveLength(1)
    const read = await lab.call('GET', `/api/labtest/appointment/${appointment.id}`, { by: ama })
    expect(read.json()).toEqual(appointment)
  })
})

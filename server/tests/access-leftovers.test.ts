import { expect, test } from 'vitest'
import { forgetAccessLeftovers, moveSessions } from '#server/modules/access/index.ts'
import { days, hours, minutes } from '#server/platform/clock.ts'
import { openTestApp } from './harness.ts'
import { codeIn, signUpForm } from './sign-up.ts'

test('expired sessions, codes and links are removed, valid ones are kept', async () => {
  const lab = await openTestApp()
  const counts = async () => {
    const { rows } = await lab.pool.query<Record<string, number>>(`select
      (select count(*) from session) as sessions, (select count(*) from registration) as registrations,
      (select count(*) from one_time_token) as tokens, (select count(*) from account) as accounts`)
    return rows[0]
  }
  await lab.signUpPatient({ email: 'ama@example.com' })
  const technician = await lab.makeStaff('technician')
  await lab.call('POST', '/api/auth/register', { body: signUpForm('waiting@example.com') })
  await lab.call('POST', '/api/auth/forgot-password', { body: { email: 'ama@example.com' } })
  expect(await counts()).toEqual({ sessions: 2, registrations: 1, tokens: 1, accounts: 2 })

  await forgetAccessLeftovers(lab.context)
  expect(await counts()).toEqual({ sessions: 2, registrations: 1, tokens: 1, accounts: 2 })

  lab.clock.advance(minutes(30))
  await forgetAccessLeftovers(lab.context)
  // The technician’s session and the link have expired; a registration is kept a day for another code.
  expect(await counts()).toEqual({ sessions: 1, registrations: 1, tokens: 0, accounts: 2 })
  expect((await lab.call('GET', '/api/auth/profile', { by: technician })).statusCode).toBe(401)
  await lab.call('POST', '/api/auth/resend-otp', { body: { email: 'waiting@example.com' } })
  const otp = codeIn(await lab.lastMailTo('waiting@example.com'))
  expect((await lab.call('POST', '/api/auth/verify-otp', { body: { otp } })).statusCode).toBe(200)

  // An address that staff have entered lapses, so that another way of changing it is not refused.
  await lab.pool.query(
    `insert into address_change (id, account_id, email, asked_by, asked_at, mail_at, expires_at)
     select gen_random_uuid(), a.id, 'new@example.com', $1, $2, $2, $2::timestamptz + interval '25 hours'
     from account a where a.email = 'ama@example.com'`,
    [technician.accountId, lab.clock.now()],
  )
  const open = async () =>
    (await lab.pool.query('select from address_change where ended_at is null')).rowCount
  await forgetAccessLeftovers(lab.context)
  expect(await open()).toBe(1)
  lab.clock.advance(hours(25))
  await forgetAccessLeftovers(lab.context)
  expect(await open()).toBe(0)
  expect((await counts())?.registrations).toBe(0)
  lab.clock.advance(days(30))
  await forgetAccessLeftovers(lab.context)
  expect(await counts()).toEqual({ sessions: 0, registrations: 0, tokens: 0, accounts: 3 })
  await lab.close()
})

test('a session that is moved with the clock keeps its duration', async () => {
  const lab = await openTestApp()
  const technician = await lab.makeStaff('technician')
  const profile = async () => (await lab.call('GET', '/api/auth/profile', { by: technician })).statusCode
  expect(await profile()).toBe(200)
  lab.clock.advance(minutes(10))
  await moveSessions(lab.context.db, hours(12))
  lab.clock.advance(hours(12))
  expect(await profile()).toBe(200)
  lab.clock.advance(minutes(30))
  expect(await profile()).toBe(401)
  await lab.close()
})

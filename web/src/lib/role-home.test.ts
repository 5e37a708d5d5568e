import { describe, expect, it } from 'vitest'
import { destination, homeOf } from './role-home.ts'

describe('after signing in', () => {
  it('each role goes to its own area', () => {
    expect(homeOf('user')).toBe('/patient-dashboard')
    expect(homeOf('admin')).toBe('/manager-dashboard')
    expect(homeOf('technician')).toBe('/technician-dashboard')
  })

  it('a role that is not known goes to none', () => {
    expect(homeOf('owner')).toBeNull()
    expect(homeOf('toString')).toBeNull()
  })

  it('people go back to where they came from', () => {
    expect(destination('user', '/patient-dashboard/appointments')).toBe('/patient-dashboard/appointments')
    expect(destination('admin', '/profile')).toBe('/profile')
  })

  it('but not into the area of another role', () => {
    expect(destination('user', '/manager-dashboard/patients')).toBe('/patient-dashboard')
    expect(destination('technician', '/manager-dashboard?x=1')).toBe('/technician-dashboard')
  })
})

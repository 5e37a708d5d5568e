import { describe, expect, it } from 'vitest'
import { opensAny, permissionFor } from './sections.ts'

describe('what opens a screen of the manager’s', () => {
  it('is the permission of its part, with all that lies under it', () => {
    expect(permissionFor('/manager-dashboard/catalogue')).toBe('catalogue')
    expect(permissionFor('/manager-dashboard/catalogue/tests/FBC')).toBe('catalogue')
    expect(permissionFor('/appointments/1/edit')).toBe('appointments')
  })

  it('is nothing for the dashboard, managers and what nobody has named', () => {
    for (const address of [
      '/manager-dashboard',
      '/manager-dashboard/managers',
      '/manager-dashboard/catalogues',
    ]) {
      expect(permissionFor(address)).toBeNull()
    }
    expect(opensAny(['release', 'retract', 'quality'])).toBe(false)
    expect(opensAny(['release', 'audit'])).toBe(true)
  })
})

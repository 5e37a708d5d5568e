import { describe, expect, it } from 'vitest'
import { firstOpen, permissionFor } from './sections.ts'

describe('what opens a screen of the manager’s', () => {
  it('is the permission of its part, with all that lies under it', () => {
    expect(permissionFor('/manager-dashboard/catalogue')).toBe('catalogue')
    expect(permissionFor('/manager-dashboard/catalogue/tests/FBC')).toBe('catalogue')
    expect(permissionFor('/appointments/1/edit')).toBe('appointments')
    expect(permissionFor('/manager-dashboard/import')).toBe('transfer')
  })

  it('is nothing for the dashboard, managers and what nobody has named', () => {
    for (const address of [
      '/manager-dashboard',
      '/manager-dashboard/managers',
      '/manager-dashboard/catalogues',
    ]) {
      expect(permissionFor(address)).toBeNull()
    }
  })

  it('leads to the first part that is open, in the order of the menu', () => {
    expect(firstOpen(['release', 'retract', 'quality'])).toBeNull()
    expect(firstOpen(['release', 'audit'])).toBe('/manager-dashboard/audit')
    expect(firstOpen(['transfer', 'appointments'])).toBe('/manager-dashboard/floor')
  })
})

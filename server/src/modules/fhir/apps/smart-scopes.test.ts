import { describe, expect, it } from 'vitest'
import { apiScopeNames } from '#contract/api-clients.ts'
import { grantedTo, permissionsOf, permissionsOfClient, refusedScope, withEachType } from './smart-scopes.ts'

describe('scopes of people', () => {
  it('versions 1 and 2 stand for the same permission', () => {
    for (const name of [
      'patient/DiagnosticReport.rs',
      'patient/DiagnosticReport.read',
      'user/DiagnosticReport.rs',
    ])
      expect(permissionsOf([name])).toEqual(['system/DiagnosticReport.rs'])
  })

  it('a scope for all types becomes one for each type that apps can read', () => {
    const each = withEachType('openid patient/*.read').split(' ')
    expect(each).toContain('patient/Observation.read')
    expect(each).not.toContain('patient/*.read')
    expect(each).not.toContain('patient/Subscription.read')
  })

  it('a patient grants what is about one person, a clinician what is about the patients of the facility', () => {
    const asked =
      'openid launch/patient launch/encounter patient/Observation.rs user/Observation.rs patient/Condition.rs system/Observation.rs'
    const client = ['system/Observation.rs'] as const
    expect(grantedTo(asked, { isOfOne: true, hasVisit: false, client })).toEqual([
      'openid',
      'launch/patient',
      'patient/Observation.rs',
    ])
    expect(grantedTo(asked, { isOfOne: false, hasVisit: false, client })).toEqual([
      'openid',
      'user/Observation.rs',
    ])
    expect(grantedTo(asked, { isOfOne: true, hasVisit: true, client: [] })).toEqual([
      'openid',
      'launch/patient',
      'launch/encounter',
    ])
  })

  it('a restriction that would be ignored and a permission that would be widened are refused', () => {
    expect(refusedScope('openid patient/Observation.rs?code=718-7')?.scope).toBe(
      'patient/Observation.rs?code=718-7',
    )
    expect(refusedScope('patient/Observation.r')?.why).toContain('patient/Observation.rs')
    expect(refusedScope('patient/*.cruds')?.why).toContain('patient/*.rs')
    expect(refusedScope('system/Patient.c system/Patient.rs patient/Condition.r profile launch')).toBeNull()
  })
})

it('a client gets the permissions that it asks for, all of its own if it asks for none, and never another', () => {
  const own = ['system/Patient.rs', 'system/Observation.rs', 'system/Patient.c'] as const
  expect(permissionsOfClient(undefined, own)).toEqual({ scopes: own })
  expect(permissionsOfClient('system/*.read', own)).toEqual({
    scopes: ['system/Patient.rs', 'system/Observation.rs'],
  })
  expect(permissionsOfClient('system/Observation.read', own)).toEqual({ scopes: ['system/Observation.rs'] })
  for (const asked of [
    'system/Slot.rs',
    'patient/Observation.rs',
    'openid',
    'system/Patient.rs system/Slot.rs',
  ])
    expect(permissionsOfClient(asked, own)).toHaveProperty('refused')
  for (const scope of apiScopeNames) expect(permissionsOfClient(scope, [scope])).toEqual({ scopes: [scope] })
})

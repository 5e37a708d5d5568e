import { describe, expect, it } from 'vitest'
import { ownPath } from './own-path.ts'

describe('the path to go back to after signing in', () => {
  it('is one of our screens, with what stands behind it', () => {
    expect(ownPath('/patient-dashboard')).toBe('/patient-dashboard')
    expect(ownPath('/patient-dashboard/view-appointment?id=7#top')).toBe(
      '/patient-dashboard/view-appointment?id=7#top',
    )
  })

  it.each([
    'https://evil.example/patient-dashboard',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/..//evil.example',
    'javascript:alert(1)',
    'patient-dashboard',
    '',
    7,
    null,
    undefined,
    ['/patient-dashboard'],
  ])('is never %j', (text) => {
    expect(ownPath(text)).toBeUndefined()
  })

  it.each(['/login', '/login?from=/login', '/otp', '/sign-up', '/', '/api/auth/oidc/start'])(
    'is not %s, which is no place to go back to',
    (text) => {
      expect(ownPath(text)).toBeUndefined()
    },
  )

  it('keeps screens whose name only begins like one of those', () => {
    expect(ownPath('/login-history')).toBe('/login-history')
  })
})

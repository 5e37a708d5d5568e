import { t } from '@lingui/core/macro'

/** The heading of booking without an account. Its document shows it before the scripts have arrived (`first-paint.tsx`). */
export const guestHeading = () => ({
  title: t`Book a Lab Appointment`,
  about: t`Choose the tests and a free time. No account is needed: a code confirms your address at the end.`,
})

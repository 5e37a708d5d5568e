import { t } from '@lingui/core/macro'

/** The headings of the screens on the way in. Their documents show them before the scripts have arrived (`first-paint.tsx`). */

export const logInHeading = () => ({
  title: t`Welcome Back`,
  about: t`Log in to book a visit, change one, or see what comes next.`,
})

export const signUpHeading = () => ({
  title: t`Create Account`,
  about: t`A minute, and you can choose a time for your visit.`,
})

import { Trans } from '@lingui/react/macro'
import { buttonClass } from '../../ui/button.tsx'
import css from './closing.module.css'
import landing from './landing.module.css'
import { SampleRack } from './sample-rack.tsx'

export function Closing() {
  return (
    <section className={css.section} aria-labelledby="closing-title">
      <div className={landing.wrap}>
        <div className={css.panel}>
          <div>
            <h2 className={css.title} id="closing-title">
              <Trans>Ready for your next test?</Trans>
            </h2>
            <p className={css.about}>
              <Trans>
                An account takes your name, an e-mail address and a password. Then pick a time; you can change
                or cancel it yourself.
              </Trans>
            </p>
            <div className={css.actions}>
              <a className={buttonClass({ variant: 'primary' })} href="/sign-up">
                <Trans>Create Account</Trans>
              </a>
              <a className={buttonClass()} href="/login">
                <Trans>Log in</Trans>
              </a>
            </div>
          </div>
          <div className={css.picture}>
            <SampleRack />
          </div>
        </div>
      </div>
    </section>
  )
}

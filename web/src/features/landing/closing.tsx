import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { buttonClass } from '../../ui/button.tsx'
import { SampleRack } from './sample-rack.tsx'

export function Closing() {
  return (
    <section className="pb-24 max-sm:pb-16" aria-labelledby="closing-title">
      <div className="landing-measure">
        <div className="grid grid-cols-[1fr_300px] items-end gap-12 overflow-clip rounded-xl bg-vial-soft px-16 pt-12 max-lg:grid-cols-[1fr] max-lg:gap-0 max-lg:px-6 max-lg:pt-10 max-lg:pb-0">
          <div>
            <h2 className="text-4xl max-sm:text-3xl" id="closing-title">
              <Trans>Ready for your next test?</Trans>
            </h2>
            <p className="mt-3 max-w-[46ch] text-l max-sm:text-m">
              <Trans>
                An account needs your name, and an e-mail address or a phone number. Then choose a time; you
                can change or cancel it yourself.
              </Trans>
            </p>
            <div className="mt-8 flex flex-wrap gap-3 pb-12 *:min-h-13 *:px-8 max-lg:pb-10 max-lg:*:flex-auto max-lg:*:whitespace-nowrap max-lg:*:px-4 [&>:last-child]:bg-card">
              <a className={buttonClass({ variant: 'primary' })} href="/sign-up" data-stranger="">
                <Trans>Create Account</Trans>
              </a>
              <a className={buttonClass()} href="/login" data-login={t`Dashboard`}>
                <Trans>Log in</Trans>
              </a>
            </div>
          </div>
          <div className="-mb-5.5 max-lg:mx-auto max-lg:w-60">
            <SampleRack />
          </div>
        </div>
      </div>
    </section>
  )
}

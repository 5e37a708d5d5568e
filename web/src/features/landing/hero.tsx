import { Trans } from '@lingui/react/macro'
import { buttonClass } from '../../ui/button.tsx'
import { HeroPicture } from './hero-picture.tsx'

export function Hero() {
  return (
    <section
      id="hero"
      className="scroll-mt-(--bar) overflow-clip pt-(--bar) max-[900px]:noscript:pt-0"
      aria-labelledby="hero-title"
    >
      <div className="mx-auto grid min-h-[min(760px,calc(100vh_-_var(--bar)))] max-w-[calc(var(--page-wide)_+_64px)] grid-cols-[minmax(0,1fr)_minmax(0,560px)] items-center gap-12 px-8 pt-10 pb-16 max-sm:gap-10 max-sm:px-4 max-sm:pt-8 max-sm:pb-12 max-[1024px]:min-h-0 max-[1024px]:grid-cols-1 max-[1024px]:pt-12">
        <div>
          <p className="mb-4 font-600 text-vial">
            <Trans>Welcome to Phial</Trans>
          </p>
          <h1
            className="text-balance text-[clamp(2.488rem,1.4rem_+_2.9vw,3.583rem)] leading-[1.08] tracking-[-0.03em]"
            id="hero-title"
          >
            <Trans>Book the visit. See&nbsp;the&nbsp;wait. Read the result.</Trans>
          </h1>
          <p className="mt-6 max-w-[46ch] text-ink-soft text-l max-sm:mt-4 max-sm:text-[1.0625rem]">
            <Trans>
              Phial is made for a laboratory visit from the booked slot to the released result: to choose a
              time that is really free, to know what to expect of the wait, and to see every value beside its
              usual range.
            </Trans>
          </p>
          <div className="mt-8 flex flex-wrap gap-3 *:min-h-13 *:px-8 max-sm:*:flex-[1_1_140px] max-sm:*:px-4">
            <a className={buttonClass({ variant: 'primary' })} href="/book">
              <Trans>Book a test</Trans>
            </a>
            <a className={buttonClass()} href="/sign-up" data-stranger="">
              <Trans>Get Started</Trans>
            </a>
            <a className={buttonClass()} href="/demo">
              <Trans>Watch Demo</Trans>
            </a>
          </div>
        </div>
        <HeroPicture />
      </div>
    </section>
  )
}

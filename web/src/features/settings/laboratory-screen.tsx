import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { readProfile } from '#contract/access.ts'
import { secondFactorPolicies } from '#contract/second-factor.ts'
import { changeLaboratory, changeSignIn, type Settings, settings } from '#contract/settings.ts'
import { type WeekStart, weekStarts } from '#contract/week-start.ts'
import { queryFor } from '../../api/queries.ts'
import { messageLanguages } from '../../lib/message-languages.ts'
import { sayWeekday } from '../../lib/times.ts'
import { choicesIn } from '../../lib/translated.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { SelectField, TextField } from '../../ui/fields.tsx'
import { LogoCard } from './logo-card.tsx'
import { PartForm } from './part-form.tsx'
import { TwiCard } from './twi-card.tsx'

const weekStartLabels: Readonly<Record<WeekStart, string>> = {
  locale: t`As in the language of the reader`,
  monday: sayWeekday(1),
  saturday: sayWeekday(6),
  sunday: sayWeekday(0),
}

/** Name, address, how the laboratory is reached, and its logo. */
export function LaboratoryScreen() {
  const { data } = useSuspenseQuery(queryFor(settings))
  return (
    <div className="stack gap-6">
      <PartForm
        title={t`The laboratory`}
        scope="laboratory"
        part={data.laboratory}
        endpoint={changeLaboratory}
      >
        <TextField
          name="name"
          label={t`Name`}
          hint={t`On every page, mail and report from now on.`}
          required
          maxLength={100}
        />
        <TextField name="address" label={t`Address`} required maxLength={300} />
        <div className="cols-fit-240 grid items-start gap-5">
          <TextField name="phone" label={t`Phone Number`} type="tel" required maxLength={40} />
          <TextField name="email" label={t`Email`} type="email" required maxLength={254} />
        </div>
        <SelectField
          name="language"
          label={t`Message language`}
          hint={t`To people without an account. People with an account get the language of their profile.`}
          options={messageLanguages(data.twi.confirmed)}
        />
        <SelectField
          name="weekStart"
          label={t`First day of the week`}
          hint={t`On calendars, shifts, opening hours and figures by weekday.`}
          options={weekStarts.map((value) => ({ value, label: weekStartLabels[value] }))}
        />
      </PartForm>
      <TwiCard twi={data.twi} />
      <SignInCard signIn={data.signIn} />
      <LogoCard logo={data.logo} />
      <PricesCard />
    </div>
  )
}

/** The roles that must have a second factor. Only managers can change the setting. */
function SignInCard({ signIn }: { signIn: Settings['signIn'] }) {
  const { data: me } = useQuery(queryFor(readProfile))
  if (me?.role !== 'admin') return null
  return (
    <PartForm title={t`Log-in`} scope="sign-in" part={signIn} endpoint={changeSignIn}>
      <SelectField
        name="secondFactor"
        label={t`Who must have a second factor`}
        hint={t`We recommend it at least for managers. Set up your own second factor first: people without one can do nothing else until they have set it up.`}
        options={choicesIn(secondFactorPolicies)}
      />
    </PartForm>
  )
}

/** The way to turn prices on, for those who may. */
function PricesCard() {
  const { data: me } = useQuery(queryFor(readProfile))
  if (!me?.permissions.includes('prices')) return null
  return (
    <Card aria-labelledby="prices">
      <h2 id="prices" className="text-l">
        <Trans>Prices and payments</Trans>
      </h2>
      <p className="my-3">
        {me.pricesOn
          ? t`This laboratory uses prices.`
          : t`This laboratory uses no prices: prices and payments are hidden everywhere.`}
      </p>
      <Link to="/manager-dashboard/prices" className={buttonClass()}>
        <Trans>Open prices</Trans>
      </Link>
    </Card>
  )
}

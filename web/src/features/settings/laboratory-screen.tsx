import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { readProfile } from '#contract/access.ts'
import type { BodyInput } from '#contract/endpoint.ts'
import { languageLabels, languages } from '#contract/options.ts'
import { changeLaboratory, settings } from '#contract/settings.ts'
import { call } from '../../api/client.ts'
import { queryFor } from '../../api/queries.ts'
import { translated } from '../../lib/translated.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { SelectField, TextField } from '../../ui/fields.tsx'
import { LogoCard } from './logo-card.tsx'
import { PartForm, textOf } from './part-form.tsx'

type Body = BodyInput<typeof changeLaboratory>

/** Name, address, how the laboratory is reached, and its logo. */
export function LaboratoryScreen() {
  const { data } = useSuspenseQuery(queryFor(settings))
  return (
    <div className="stack gap-6">
      <PartForm
        title={t`The laboratory`}
        scope="laboratory"
        part={data.laboratory}
        save={(body: Body) => call(changeLaboratory, { body })}
        read={(form) => ({
          name: textOf(form, 'name'),
          address: textOf(form, 'address'),
          phone: textOf(form, 'phone'),
          email: textOf(form, 'email'),
          language: languages.find((one) => one === form.get('language')) ?? data.laboratory.language,
        })}
      >
        {(base) => (
          <>
            <TextField
              name="name"
              label={t`Name`}
              hint={t`On every page, mail and report from now on.`}
              required
              maxLength={100}
              defaultValue={base.name}
            />
            <TextField
              name="address"
              label={t`Address`}
              required
              maxLength={300}
              defaultValue={base.address}
            />
            <div className="cols-fit-240 grid items-start gap-5">
              <TextField
                name="phone"
                label={t`Phone Number`}
                type="tel"
                required
                maxLength={40}
                defaultValue={base.phone}
              />
              <TextField
                name="email"
                label={t`Email`}
                type="email"
                required
                maxLength={254}
                defaultValue={base.email}
              />
            </div>
            <SelectField
              name="language"
              label={t`Language of messages`}
              hint={t`To people without an account. Who has one reads them in the language of their profile.`}
              options={languages.map((value) => ({ value, label: translated(languageLabels[value]) }))}
              defaultValue={base.language}
            />
          </>
        )}
      </PartForm>
      <LogoCard logo={data.logo} />
      <PricesCard />
    </div>
  )
}

/** The way to turn prices on, for those who may. */
function PricesCard() {
  const { data: me } = useQuery(queryFor(readProfile))
  if (!me?.permissions.includes('prices')) return null
  return (
    <Card aria-labelledby="prices">
      <h2 id="prices">
        <Trans>Prices and payments</Trans>
      </h2>
      <p className="my-3">
        {me.pricesOn
          ? t`This laboratory uses prices.`
          : t`This laboratory uses no prices: nobody sees anything of prices and payments.`}
      </p>
      <Link to="/manager-dashboard/prices" className={buttonClass()}>
        <Trans>Open prices</Trans>
      </Link>
    </Card>
  )
}

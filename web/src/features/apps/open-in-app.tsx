import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { launchApp, listLaunchableApps } from '#contract/apps.ts'
import { call } from '../../api/client.ts'
import { queryFor } from '../../api/queries.ts'
import { useCall } from '../../screen/use-call.ts'
import { Button } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'

/**
 * Buttons that open an app about the patient of a screen; nothing if there are none. `about`: the visit, or the order of a clinic.
 */
export function OpenInApp({ about }: { about: string }) {
  const { data } = useQuery(queryFor(listLaunchableApps))
  const launch = useCall((clientId: string) => call(launchApp, { body: { clientId, about } }), {
    says: false,
    saysRefusal: true,
    onDone: ({ goTo }) => window.location.assign(goTo),
  })
  if (!data || data.apps.length === 0) return null
  return (
    <Page>
      <section className="stack gap-3 border-t pt-6" aria-labelledby="open-in-app">
        <h2 id="open-in-app" className="text-l">
          <Trans>Open in an app</Trans>
        </h2>
        <p className="hint">
          <Trans>The app asks you before it reads anything.</Trans>
        </p>
        <div className="flex flex-wrap gap-3">
          {data.apps.map(({ id, name }) => (
            <Button
              key={id}
              aria-label={t`Open ${name}`}
              pending={launch.isPending && launch.variables === id}
              onClick={() => launch.mutate(id)}
            >
              {name}
            </Button>
          ))}
        </div>
      </section>
    </Page>
  )
}
